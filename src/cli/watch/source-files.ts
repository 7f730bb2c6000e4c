import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashFile, hashFolder, ignoredFolders, type FilesRead } from "../../std/files-read.js";

/**
 * Returns all files of a project that could be part of its program. Used if the program does not compile, so that its
 * files are not known. Files written since `triedAtMs` count as changed.
 */
export function sourceFiles(projectFolder: string, triedAtMs: number): FilesRead {
  const files: { [path: string]: string } = {};
  const folders: { [path: string]: string } = {};
  const waiting = [projectFolder];
  let left = most;
  for (let folder = waiting.shift(); folder !== undefined && left > 0; folder = waiting.shift()) {
    folders[folder] = hashFolder(folder);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && !ignoredFolders.has(entry.name)) waiting.push(path);
      } else if (isSource.test(entry.name) && left-- > 0) {
        files[path] = isWrittenSince(path, triedAtMs) ? "written since" : hashFile(path);
      }
    }
  }
  return { files, folders, trees: {} };
}

const isSource = /\.(?:[cm]?[jt]sx?|json)$/;
/** Limit of files. Folders near the project folder come first. */
const most = 2_000;

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** True if a file was written since a time. Ignores times in the future, which would always be newer. */
function isWrittenSince(path: string, triedAtMs: number): boolean {
  const writtenAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return writtenAtMs >= triedAtMs && writtenAtMs <= Date.now();
}
