import { createRequire } from "node:module";

/** The version of this package; found by its name, because bundled code does not know how far up the package begins. */
export function ownVersion(): string {
  const manifest = createRequire(import.meta.url)("@coconut/coconut/package.json") as { version: string };
  return manifest.version;
}
