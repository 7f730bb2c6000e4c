import { isJsonObject, JSON } from "../../../std/plain-json.js";
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { readTextFile } from "../../../std/read-text-file.js";
import { resolveLinks } from "../../../std/resolve-links.js";
import { type Manifest } from "../manifest.js";
import { folderContent } from "./folder-content.js";
import { LockFiles } from "./lock-files.js";

/** One package that a provider loads, or a module of the project. */
export interface CodePart {
  readonly name: string;
  readonly version: string;
  /** Identifies the code of this version: "integrity sha512-…" or "content …". */
  readonly seal: string;
  /** The name and resolved version of each direct dependency. */
  readonly needs: readonly string[];
}

/**
 * Returns the packages in these folders and all their dependencies, each once, in a fixed order. If the project folder
 * is inside a package, it does not count as part of that package.
 */
export function packageCode(folders: readonly string[], projectFolder: string): readonly CodePart[] {
  const locks = new LockFiles();
  const found = new Map<string, CodePart>();
  const waiting = folders.map(resolveLinks);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    const manifest = manifestIn(folder);
    const needed = neededBy(folder, manifest);
    const { name, version } = identity(folder, manifest);
    const integrity = isInstalled(folder) ? locks.integrityOf({ folder, name, version }) : undefined;
    found.set(folder, {
      name,
      version,
      seal:
        integrity === undefined
          ? `content ${folderContent(folder, manifest, [projectFolder])}`
          : `integrity ${integrity}`,
      needs: needed.map(({ label }) => label).sort(),
    });
    waiting.push(...needed.map((each) => each.folder));
  }
  const distinct = new Map([...found.values()].map((part) => [JSON.stringify(part), part]));
  return [...distinct.keys()].sort().map((key) => distinct.get(key)!);
}

/** Returns the folder where Node.js finds a package imported from `from`; undefined if it finds none. */
export function resolvedPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (basename(folder) !== "node_modules" && existsSync(join(found, "package.json")))
      return resolveLinks(found);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Returns the folder of the package that contains a file. */
export function packageFolderAround(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (typeof manifestIn(folder)["name"] === "string") return resolveLinks(folder);
    if (dirname(folder) === folder) return undefined;
  }
}

interface Needed {
  readonly folder: string;
  readonly label: string;
}

/**
 * Returns the dependencies of a package. Excludes builds for one platform, because other machines have different ones.
 */
function neededBy(folder: string, manifest: Manifest): readonly Needed[] {
  const names = ["dependencies", "peerDependencies", "optionalDependencies"].flatMap((list) =>
    isJsonObject(manifest[list]) ? Object.keys(manifest[list]) : [],
  );
  return [...new Set(names)].flatMap((name) => {
    const found = resolvedPackage(name, folder);
    if (found === undefined) return [];
    const its = manifestIn(found);
    if (its["os"] !== undefined || its["cpu"] !== undefined) return [];
    return [{ folder: found, label: `${name}@${identity(found, its).version}` }];
  });
}

function identity(folder: string, { name, version }: Manifest): { name: string; version: string } {
  return {
    name: typeof name === "string" ? name : basename(folder),
    version: typeof version === "string" ? version : "0.0.0",
  };
}

function isInstalled(folder: string): boolean {
  return folder.split(sep).includes("node_modules");
}

/** Returns an empty manifest if it cannot be read. Loading the package will report the problem. */
function manifestIn(folder: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(readTextFile(join(folder, "package.json")));
    return isJsonObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}
