import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import {
  installedPackage,
  ownName,
  runningPackage,
  type InstalledPackage,
} from "../../provider/host/index.js";

/** A copy of this package. */
export interface PackageCopy {
  readonly version: string;
  readonly folder: string;
}

export interface PackageCopies {
  /** The copy that is running. */
  readonly running?: PackageCopy;
  /** The copy that the program imports. */
  readonly imported?: PackageCopy;
  /** Other copies, installed by dependencies of the project. */
  readonly further: readonly string[];
}

/** Finds the copies of this package that affect a project. There should be only one. */
export async function inspectCopies(projectFolder: string): Promise<PackageCopies> {
  const running = await runningPackage();
  const imported = await installedPackage(ownName, projectFolder);
  return {
    ...(running !== undefined && { running: copyOf(running) }),
    ...(imported !== undefined && { imported: copyOf(imported) }),
    further: nestedCopies(join(projectFolder, "node_modules")),
  };
}

function copyOf({ folder, manifest }: InstalledPackage): PackageCopy {
  return { folder: realpathSync(folder), version: String(manifest["version"]) };
}

/** Searches nested `node_modules` folders. Skips folders that cannot be read. */
function nestedCopies(folder: string): readonly string[] {
  return packageFolders(folder).flatMap((each) => {
    const inner = join(each, "node_modules");
    if (!existsSync(inner)) return [];
    const copy = join(inner, ownName);
    return [...(existsSync(join(copy, "package.json")) ? [copy] : []), ...nestedCopies(inner)];
  });
}

/** Does not follow links: they lead to folders outside the project with their own `node_modules`. */
function packageFolders(folder: string): readonly string[] {
  return foldersIn(folder).flatMap((name) =>
    name.startsWith("@")
      ? foldersIn(join(folder, name)).map((inner) => join(folder, name, inner))
      : [join(folder, name)],
  );
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
