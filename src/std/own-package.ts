import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of this package, two folders up: from here, and from wherever this is built to. */
export const ownFolder = new URL("../../", import.meta.url);

/** The folder of this package's own code: `dist`, or `src` in a test. */
const ownCode = new URL("../", import.meta.url);

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

/** Whether a file on a stack is the author's: of no package, not of this one, and no program as it was compiled. */
export function isAuthorsFile(file: string): boolean {
  return isAbsolute.test(file) && !file.startsWith(ownFiles) && !besideAuthors.test(file);
}

const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/;
const ownFiles = fileURLToPath(ownCode);
const besideAuthors = /[\\/](?:node_modules|\.coconut)[\\/]/;
