import { readFileSync } from "node:fs";

/** The version of this package, whose package.json is two folders up: from here, and from wherever this is built to. */
export function ownVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
