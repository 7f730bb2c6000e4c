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
  /** The one that runs. */
  readonly running?: PackageCopy;
  /** The one that the program imports. */
  readonly imported?: PackageCopy;
  /** Further ones, which dependencies of the project have brought along. */
  readonly further: readonly string[];
}

/** The copies of this package that a project has to do with. There should be one. */
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

/** In the `node_modules` of packages that are in a `node_modules`. What cannot be read is not looked into. */
function nestedCopies(folder: string): readonly string[] {
  return packageFolders(folder).flatMap((each) => {
    const inner = join(each, "node_modules");
    if (!existsSync(inner)) return [];
    const copy = join(inner, ownName);
    return [...(existsSync(join(copy, "package.json")) ? [copy] : []), ...nestedCopies(inner)];
  });
}

/** Links lead to folders that have their own `node_modules`, which are not of this project. */
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
