import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FolderFacts, StoreFacts } from "../checks/index.js";

/** Where the state of a project is kept: a folder, unless in memory alone. */
export function storeFolder(projectFolder: string, store = "sqlite:.coconut"): string | undefined {
  return store.startsWith("sqlite:") ? resolve(projectFolder, store.slice("sqlite:".length)) : undefined;
}

export async function storeFacts(projectFolder: string, store: string | undefined): Promise<StoreFacts> {
  const { attempted, stackNames } = await import("../../../operations/index.js");
  const folder = storeFolder(projectFolder, store);
  return {
    folder: folder === undefined ? undefined : folderFacts(folder),
    stacks: await attempted(() => stackNames({ projectFolder, ...(store !== undefined && { store }) })),
  };
}

function folderFacts(path: string): FolderFacts {
  const exists = existsSync(path);
  const files = exists ? filesOf(path).map((name) => join(path, name)) : [];
  return {
    path,
    exists,
    isWritable: isWritable(exists ? path : nearest(dirname(path))),
    open: [
      ...(isOpen(path) ? [{ path, isFolder: true }] : []),
      ...files.filter((file) => isOpen(file)).map((file) => ({ path: file, isFolder: false })),
    ],
  };
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".db"))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** What does not exist is made where something exists. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** Windows has other rights, which these numbers do not tell. */
function isOpen(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
