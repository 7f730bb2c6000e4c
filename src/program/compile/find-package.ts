import { existsSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { readTextFile } from "../../std/read-text-file.js";
import { JSON } from "../../std/plain-json.js";

/** A package on disk. */
export interface FoundPackage {
  readonly folder: string;
  readonly manifest: PackageManifest;
}

interface PackageManifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly coconut?: unknown;
  readonly exports?: unknown;
  readonly dependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly optionalDependencies?: unknown;
}

/** The package that contains this file. */
export const ownPackage = packageAround(fileURLToPath(import.meta.url));

/** True if a specifier names a package rather than a file, a URL, a module of Node or a private import. */
export function isPackageImport(specifier: string): boolean {
  return !/^(?:[./#]|[a-z][a-z+.-]*:)/i.test(specifier) && !isBuiltin(specifier) && specifier !== "";
}

/** Returns the package that Node finds when a file in the folder imports it. */
export function findPackage(name: string, from: string): FoundPackage | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (basename(folder) !== "node_modules") {
      const found = readPackage(join(folder, "node_modules", name));
      if (found !== undefined) return found;
    }
    const own = readPackage(folder);
    if (own?.manifest.name === name && own.manifest.exports !== undefined) return own;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Returns the package that contains a file: the nearest manifest above it that has a name. */
export function packageAround(file: string): FoundPackage | undefined {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder)) {
    if (basename(folder) === "node_modules") return undefined;
    const found = readPackage(folder);
    if (typeof found?.manifest.name === "string") return found;
  }
  return undefined;
}

function readPackage(folder: string): FoundPackage | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  try {
    const manifest: unknown = JSON.parse(readTextFile(path));
    return typeof manifest === "object" && manifest !== null ? { folder, manifest } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the file that an import from a package resolves to, or undefined if the package does not export it. */
export function fileInPackage({ folder, manifest }: FoundPackage, specifier: string): string | undefined {
  const part = `.${specifier.slice(npmPackageOf(specifier).length)}`;
  if (manifest.exports !== undefined) {
    const target = exported(manifest.exports, part);
    return target === undefined ? undefined : join(folder, target);
  }
  try {
    return createRequire(join(folder, "package.json")).resolve(part === "." ? folder : join(folder, part));
  } catch {
    return undefined;
  }
}

const conditions = new Set(["node", "import", "module-sync", "default"]);

function exported(exports: unknown, part: string): string | undefined {
  const isTable =
    typeof exports === "object" &&
    exports !== null &&
    !Array.isArray(exports) &&
    Object.keys(exports).some((key) => key.startsWith("."));
  if (!isTable) return part === "." ? chosen(exports, "") : undefined;
  const table = exports as Record<string, unknown>;
  if (Object.hasOwn(table, part) && !part.includes("*")) return chosen(table[part], "");
  const pattern = Object.keys(table)
    .filter((key) => key.includes("*"))
    .sort((a, b) => b.indexOf("*") - a.indexOf("*"))
    .find((key) => {
      const [before = "", after = ""] = key.split("*");
      return part.startsWith(before) && part.endsWith(after) && part.length >= key.length;
    });
  if (pattern === undefined) return undefined;
  const [before = "", after = ""] = pattern.split("*");
  return chosen(table[pattern], part.slice(before.length, part.length - after.length));
}

/** Returns the first target whose condition matches, with the wildcard filled in. */
function chosen(target: unknown, wildcard: string): string | undefined {
  if (typeof target === "string") return target.replaceAll("*", wildcard);
  if (typeof target !== "object" || target === null) return undefined;
  const options = Array.isArray(target)
    ? (target as unknown[])
    : Object.entries(target).flatMap(([condition, each]) =>
        conditions.has(condition) ? [each as unknown] : [],
      );
  for (const option of options) {
    const found = chosen(option, wildcard);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file);
}

export function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}

/** Returns the path from a folder to a file below it with forward slashes, for use in names. */
export function slashPath(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
