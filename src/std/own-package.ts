import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of this package: two levels up, both from here and from the build output. */
export const ownFolder = new URL("../../", import.meta.url);

/** The folder of this package's own code: `dist`, or `src` in a test. */
const ownCode = new URL("../", import.meta.url);

/** Returns the version of this package. */
export function ownVersion(): string {
  return ownManifest().version;
}

/** Returns the oldest version of Node that this package supports. */
export function oldestNode(): string {
  return ownManifest().engines.node.replace(/^\D*/, "");
}

function ownManifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  const manifest = readFileSync(new URL("package.json", ownFolder), "utf8");
  return JSON.parse(manifest) as ReturnType<typeof ownManifest>;
}

/**
 * Whether a file in a stack trace belongs to the user: not in a package, not in this one, and not a compiled program.
 */
export function isAuthorsFile(file: string): boolean {
  return isAbsolute.test(file) && !file.startsWith(ownFiles) && !besideAuthors.test(file);
}

const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/;
const ownFiles = fileURLToPath(ownCode);
const besideAuthors = /[\\/](?:node_modules|\.coconut)[\\/]/;
