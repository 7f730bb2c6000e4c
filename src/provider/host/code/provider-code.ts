import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { PackageRecord } from "../../../model/index.js";
import { npmPackageOf } from "../../../std/npm-package-of.js";
import { installedPackage, ownName, runningPackage } from "../installed-package.js";
import { isPath } from "../module-of.js";
import { resolveLinks } from "../../../std/resolve-links.js";
import { packageCode, packageFolderAround, resolvedPackage, type CodePart } from "./package-code.js";

/** A compiled module of the project. */
export interface OwnModule {
  readonly digest: string;
  /** Its imports from packages: package names, subpaths, and file URLs. */
  readonly imports: readonly string[];
}

/**
 * Finds the code that the provider of a package loads, from the module that state would record. The returned function
 * reads the files. `own` is the compiled module if it belongs to the project; without it, a module of the project is
 * not covered.
 */
export async function providerCode(
  { module }: Pick<PackageRecord, "module">,
  projectFolder: string,
  own: OwnModule | undefined,
): Promise<() => readonly CodePart[]> {
  const folder = resolveLinks(resolve(projectFolder));
  if (!isPath(module)) {
    const name = npmPackageOf(module);
    const found =
      (await installedPackage(name, folder)) ?? (name === ownName ? await runningPackage() : undefined);
    return () => packageCode(found === undefined ? [] : [found.folder], folder);
  }
  if (own === undefined) return () => [];
  const from = dirname(resolve(folder, module));
  const folders = own.imports.flatMap((specifier) => packageOf(specifier, from) ?? []);
  const part = { name: module, version: "", seal: `code ${own.digest}`, needs: [] };
  return () => [part, ...packageCode(folders, folder)];
}

function packageOf(specifier: string, from: string): string | undefined {
  return specifier.startsWith("file:")
    ? packageFolderAround(fileURLToPath(specifier))
    : resolvedPackage(npmPackageOf(specifier), from);
}
