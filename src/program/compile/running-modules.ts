import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { fileUrl, ownPackage } from "./find-package.js";
import { scriptModules } from "./script-modules.js";

/** The entries of this package that a compiled program gets from the running process, as URLs by import specifier. */
export type RunningModules = ReadonlyMap<string, string>;

const none: RunningModules = new Map();

/**
 * Returns the entries that are part of the running `coco`, because loading them again takes longer than planning a small
 * program. Returns none if a program in the folder finds another copy of the package.
 */
export function runningModules(folder: string): RunningModules {
  const entries = Object.entries(scriptModules);
  if (entries.length === 0 || ownPackage === undefined) return none;
  const found = installedFolder(String(ownPackage.manifest.name), folder);
  if (found === undefined || realpathSync(found) !== realpathSync(ownPackage.folder)) return none;
  const urlOf = (name: string) => fileUrl(join(ownPackage!.folder, "dist/running", `${name}.js`));
  return new Map(entries.map(([specifier, name]) => [specifier, urlOf(name)]));
}

/** Returns the folder of a package as Node finds it, without reading manifests, because every start needs it. */
function installedFolder(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Returns the modules for a program with these imports. If it loads the package for another reason, all of its code uses
 * the loaded copy.
 */
export function usableModules(
  running: RunningModules,
  imported: Iterable<string>,
  needsHooks: boolean,
): RunningModules {
  const own = [...imported].filter((specifier) => npmPackageOf(specifier) === ownPackage?.manifest.name);
  return needsHooks || own.some((specifier) => !running.has(specifier)) ? none : running;
}

/** Restores the import specifiers in a compiled text, which do not depend on the location of the package. */
export function withSpecifiers(text: string, running: RunningModules): string {
  let restored = text;
  for (const [specifier, url] of running) restored = restored.replaceAll(url, specifier);
  return restored;
}
