import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ignoredFolders, type FilesRead } from "../../std/files-read.js";
import { resolveLinks } from "../../std/resolve-links.js";

/**
 * Returns the folders to watch for changes of what was read. For missing files and folders it is the nearest existing
 * parent; for a path through a link, also the folder of its target.
 */
export function watchedFolders({ files, folders, trees }: FilesRead): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of Object.keys(files))
    for (const each of [file, resolveLinks(file)]) found.add(nearestFolder(dirname(each)));
  for (const folder of Object.keys(folders)) found.add(nearestFolder(folder));
  for (const tree of Object.keys(trees)) for (const each of foldersBelow(tree)) found.add(each);
  return found;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function foldersBelow(tree: string): ReadonlySet<string> {
  const found = new Set([nearestFolder(tree)]);
  const waiting = existsSync(tree) ? [tree] : [];
  for (let folder = waiting.pop(); folder !== undefined && found.size < most; folder = waiting.pop()) {
    found.add(folder);
    waiting.push(...foldersIn(folder));
  }
  return found;
}

/** Limit of folders, because systems limit watches. Polling covers the rest. */
const most = 1_000;

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !ignoredFolders.has(entry.name))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
