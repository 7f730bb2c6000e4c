import { realpathSync } from "node:fs";
import { join } from "node:path";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { fileUrl, findPackage, ownPackage } from "./find-package.js";
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
  const found = findPackage(String(ownPackage.manifest.name), folder);
  if (found === undefined || realpathSync(found.folder) !== realpathSync(ownPackage.folder)) return none;
  const urlOf = (name: string) => fileUrl(join(ownPackage!.folder, "dist/running", `${name}.js`));
  return new Map(entries.map(([specifier, name]) => [specifier, urlOf(name)]));
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
