import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { StoreFolder, StoreInspection } from "../../../operations/index.js";
import type { FolderFacts, StoreFacts } from "../checks/index.js";

export function storeFacts({ folder, stacks }: StoreInspection): StoreFacts {
  return { folder: folder && folderFacts(folder), stacks };
}

function folderFacts({ path, files }: StoreFolder): FolderFacts {
  const exists = existsSync(path);
  return {
    path,
    exists,
    isWritable: isWritable(exists ? path : nearest(dirname(path))),
    open: [
      ...(isOpen(path) ? [{ path, isFolder: true }] : []),
      ...files
        .filter((file) => isFile(file) && isOpen(file))
        .map((file) => ({ path: file, isFolder: false })),
    ],
  };
}

/** Returns the nearest existing parent. */
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

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** True if other users can access a file. Windows does not express this in the mode. */
function isOpen(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
