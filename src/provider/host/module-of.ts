import { dirname, join, relative, sep } from "node:path";
import { readTextFile } from "../../std/read-text-file.js";
import { claimedModule } from "./installed-package.js";
import { type Manifest } from "./manifest.js";
import { isJsonObject, JSON } from "../../std/plain-json.js";

/**
 * Returns how state refers to the code of package `name` in a file: the import name if the file belongs to an npm
 * package, or the path relative to the project folder if it belongs to the project. Only paths start with a dot.
 *
 * If the project is a folder of the npm package, files in that folder belong to the project. Other files belong to the
 * package, if it declares the provider.
 */
export function moduleOf(file: string, projectFolder: string, name: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = packageManifest(folder);
    if (manifest !== undefined) {
      const isOwn = isPathBelow(projectFolder, folder);
      const isClaimed = () =>
        !isPathBelow(file, projectFolder) && claimedModule({ folder, manifest }, name) !== undefined;
      return !isOwn || isClaimed() ? importName(folder, manifest, name) : pathFrom(projectFolder, file);
    }
    if (dirname(folder) === folder) return pathFrom(projectFolder, file);
  }
}

/** Returns the export of the npm package for the declared module; the name of the package if there is none. */
function importName(folder: string, manifest: Manifest & { readonly name: string }, name: string): string {
  const claimed = claimedModule({ folder, manifest }, name);
  const { exports = {} } = manifest;
  if (claimed === undefined || !isJsonObject(exports)) return manifest.name;
  // Keys without a dot are conditions for the main export.
  const found = Object.entries(exports).find(
    ([path, target]) =>
      path.startsWith(".") && (target === claimed || (isJsonObject(target) && target["default"] === claimed)),
  );
  return found === undefined ? manifest.name : `${manifest.name}${found[0].slice(1)}`;
}

export function isPath(module: string): boolean {
  return module.startsWith(".");
}

export function pathFrom(folder: string, file: string): string {
  const path = relative(folder, file).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Returns whether the inner path is the outer path or below it. */
export function isPathBelow(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

/** Returns undefined for a package.json without a name: the folder belongs to the package above it. */
function packageManifest(folder: string): (Manifest & { readonly name: string }) | undefined {
  try {
    const manifest = JSON.parse(readTextFile(join(folder, "package.json"))) as Manifest;
    const { name } = manifest;
    return typeof name === "string" ? { ...manifest, name } : undefined;
  } catch {
    return undefined;
  }
}
