import { readFileSync } from "node:fs";
import { ownFolder } from "./own-folder.js";

/** The version of this package. */
export function ownVersion(): string {
  return ownManifest().version;
}

/** The oldest version of Node that this package works with. */
export function oldestNode(): string {
  return ownManifest().engines.node.replace(/^\D*/, "");
}

function ownManifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  const manifest = readFileSync(new URL("package.json", ownFolder), "utf8");
  return JSON.parse(manifest) as ReturnType<typeof ownManifest>;
}
