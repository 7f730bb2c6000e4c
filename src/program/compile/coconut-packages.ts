import { join, sep } from "node:path";
import { resolveLinks } from "../../std/resolve-links.js";
import { fileInPackage, findPackage, isTypeScript, ownPackage, type FoundPackage } from "./find-package.js";

/** True if a package uses Coconut: it depends on Coconut or declares providers. */
export function usesCoconut({ manifest }: FoundPackage): boolean {
  const own = ownPackage?.manifest.name;
  if (manifest.name === own) return false;
  return manifest.coconut !== undefined || dependenciesOf(manifest).includes(String(own));
}

/** The packages that a program imports, and everything below them. */
export interface PackagesBelow {
  /** True if Node needs hooks to load some of them. */
  readonly needsHooks: boolean;
  /** Folders of packages that are linked instead of installed, and may therefore change. */
  readonly linked: readonly string[];
  /** Files whose content changes when other packages are found. */
  readonly files: readonly string[];
}

/** Reads the manifests of packages and of all their dependencies. */
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

/** True for a workspace package in TypeScript that only a JavaScript package imports. */
function isLinkedTypeScript(found: FoundPackage): boolean {
  if (isInstalled(found.folder) || typeof found.manifest.name !== "string") return false;
  const file = fileInPackage(found, found.manifest.name);
  return file !== undefined && isTypeScript(file);
}

/** Returns the lists that package managers keep, which avoids reading hundreds of manifests at every start. */
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
