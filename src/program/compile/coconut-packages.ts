import { join, sep } from "node:path";
import { resolveLinks } from "../../std/resolve-links.js";
import { fileInPackage, findPackage, isTypeScript, ownPackage, type FoundPackage } from "./find-package.js";

/** Whether Coconut is used in a package: it says that it depends on it, or that it has providers. */
export function usesCoconut({ manifest }: FoundPackage): boolean {
  const own = ownPackage?.manifest.name;
  if (manifest.name === own) return false;
  return manifest.coconut !== undefined || dependenciesOf(manifest).includes(String(own));
}

/** What was found below the packages that a program imports. */
export interface PackagesBelow {
  /** Whether Node has to be told how to load some of them. */
  readonly needsHooks: boolean;
  /** Folders of those among them that are not installed but linked, so that someone may work on them. */
  readonly linked: readonly string[];
  /** Files that change when other packages are found. */
  readonly files: readonly string[];
}

/** Looks through the manifests of packages and of all that they depend on. */
export function packagesBelow(imported: readonly FoundPackage[]): PackagesBelow {
  const seen = new Map<string, FoundPackage>();
  const files = new Set<string>();
  const waiting = imported.map(({ folder, manifest }) => ({ folder: resolveLinks(folder), manifest }));
  const direct = new Set(waiting.map(({ folder }) => folder));
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const { folder, manifest } = each;
    if (seen.has(folder) || manifest.name === ownPackage?.manifest.name) continue;
    seen.set(folder, each);
    if (!isInstalled(folder)) files.add(join(folder, "package.json"));
    else if (!direct.has(folder)) for (const file of installationFiles(folder)) files.add(file);
    for (const name of dependenciesOf(manifest)) {
      const found = findPackage(name, folder);
      if (found !== undefined) waiting.push({ ...found, folder: resolveLinks(found.folder) });
    }
  }
  const found = [...seen.values()].filter((each) => usesCoconut(each) || isLinkedTypeScript(each));
  return {
    needsHooks: found.length > 0,
    linked: found.flatMap(({ folder }) => (isInstalled(folder) ? [] : [folder])),
    files: [...files],
  };
}

function dependenciesOf(manifest: FoundPackage["manifest"]): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  return [dependencies, peerDependencies, optionalDependencies].flatMap((list) =>
    typeof list === "object" && list !== null ? Object.keys(list) : [],
  );
}

/** A workspace in TypeScript, which only a package in JavaScript imports. */
function isLinkedTypeScript(found: FoundPackage): boolean {
  if (isInstalled(found.folder) || typeof found.manifest.name !== "string") return false;
  const file = fileInPackage(found, found.manifest.name);
  return file !== undefined && isTypeScript(file);
}

/** Of hundreds of packages below others, each manifest is not looked at on every start: package managers keep a list. */
function installationFiles(folder: string): readonly string[] {
  const top = folder.slice(0, folder.indexOf(installed) + installed.length);
  return [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"].map((name) =>
    join(top, name),
  );
}

const installed = `${sep}node_modules${sep}`;

export function isInstalled(path: string): boolean {
  return path.includes(installed);
}
