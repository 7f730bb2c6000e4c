import { dirname, join, relative, sep } from "node:path";
import { readTextFile } from "../../std/read-text-file.js";
import { claimedModule } from "./installed-package.js";
import { type Manifest } from "./manifest.js";
import { isJsonObject, JSON } from "../../std/plain-json.js";

/**
 * How state refers to the code of the package `name` in a file: as programs import it from the npm package that it
 * belongs to, or by its path from the project folder if it is the project's own. Paths begin with a dot, and names
 * never do.
 *
 * Where the project is a folder of the npm package, its own is what is in that folder; the rest is the package's,
 * if that claims the provider.
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

/** The export that leads to the module which the npm package claims; its name alone where none does. */
function importName(folder: string, manifest: Manifest & { readonly name: string }, name: string): string {
  const claimed = claimedModule({ folder, manifest }, name);
  const { exports = {} } = manifest;
  if (claimed === undefined || !isJsonObject(exports)) return manifest.name;
  // Without the dot it is a condition, under which the package itself is meant.
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

/** Whether the inner path is the outer one or below it. */
export function isPathBelow(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

/** Folders with a package.json that says only how to read their files belong to the package further up. */
function packageManifest(folder: string): (Manifest & { readonly name: string }) | undefined {
  try {
    const manifest = JSON.parse(readTextFile(join(folder, "package.json"))) as Manifest;
    const { name } = manifest;
    return typeof name === "string" ? { ...manifest, name } : undefined;
  } catch {
    return undefined;
  }
}
