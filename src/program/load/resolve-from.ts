import { existsSync, realpathSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { fileInPackage, fileUrl, findPackage, isPackageImport } from "../compile/find-package.js";

/**
 * Implements `import.meta.resolve` in a file, for specifiers that are not paths. A program is compiled into another
 * folder, from which Node would look for packages.
 */
export function resolveFrom(specifier: string, from: string): string {
  if (isBuiltin(specifier)) return specifier.startsWith("node:") ? specifier : `node:${specifier}`;
  const file = fileURLToPath(from);
  if (isPackageImport(specifier)) return fileUrl(packageFile(specifier, file) ?? notFound(specifier, file));
  return specifier.startsWith("#")
    ? fileUrl(createRequire(file).resolve(specifier))
    : new URL(specifier).href;
}

/** Returns the real path of the file that a package provides to an importing file. */
export function packageFile(specifier: string, importer: string): string | undefined {
  const found = findPackage(npmPackageOf(specifier), dirname(importer));
  const file = found && fileInPackage(found, specifier);
  return file !== undefined && existsSync(file) ? realpathSync(file) : undefined;
}

/** Throws Node's own error, which programs may test for. */
function notFound(specifier: string, file: string): never {
  const error = new Error(`Cannot find package '${specifier}' imported from ${file}`);
  throw Object.assign(error, { code: "ERR_MODULE_NOT_FOUND" });
}
