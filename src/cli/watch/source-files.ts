import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashFile, hashFolder, ignoredFolders, type FilesRead } from "../../std/files-read.js";

/**
 * All files of a project that could be part of its program, for when it is not known which are: a program that does
 * not compile. What was written since that was tried counts as changed.
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
/** Nearest first: someone who works in a folder with more than that has other folders near. */
const most = 2_000;

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What claims to be written in the future is as it is: it would be written since every attempt. */
function isWrittenSince(path: string, triedAtMs: number): boolean {
  const writtenAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return writtenAtMs >= triedAtMs && writtenAtMs <= Date.now();
}
