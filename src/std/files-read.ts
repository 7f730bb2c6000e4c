import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, type Dirent, type Stats } from "node:fs";
import { join } from "node:path";
import { isGuarded } from "./guarded-files.js";
import { JSON } from "./plain-json.js";

/** Files and folders that were read, by absolute path, with their state at that time. */
export interface FilesRead {
  /** The SHA-256 of each file; empty for a file that was not found. */
  readonly files: { readonly [path: string]: string };
  /** Folders in which a new file could change the meaning of an existing import. */
  readonly folders: { readonly [path: string]: string };
  /** Folders whose whole content counts. */
  readonly trees: { readonly [path: string]: string };
}

export const nothingRead: FilesRead = { files: {}, folders: {}, trees: {} };

/** Merges reads. If several contain the same path, the last one counts. */
export function joinedReads(...reads: readonly FilesRead[]): FilesRead {
  return {
    files: Object.assign({}, ...reads.map(({ files }) => files)) as FilesRead["files"],
    folders: Object.assign({}, ...reads.map(({ folders }) => folders)) as FilesRead["folders"],
    trees: Object.assign({}, ...reads.map(({ trees }) => trees)) as FilesRead["trees"],
  };
}

/** Reads the same files and folders again. */
export function readAgain({ files, folders, trees }: FilesRead): FilesRead {
  return {
    files: hashed(Object.keys(files), hashFile),
    folders: hashed(Object.keys(folders), hashFolder),
    trees: hashed(Object.keys(trees), hashTree),
  };
}

/** Reads files, and folders with all their content. */
export function readNow(paths: Iterable<string>): FilesRead {
  const all = [...new Set(paths)];
  const isFolder = (path: string) => statusOf(path)?.isDirectory() === true;
  return {
    ...nothingRead,
    files: hashed(
      all.filter((path) => !isFolder(path)),
      hashFile,
    ),
    trees: hashed(all.filter(isFolder), hashTree),
  };
}

/** Returns the paths that have changed since. */
export function changedSince({ files, folders, trees }: FilesRead): readonly string[] {
  return [...changed(files, hashFile), ...changed(trees, hashTree), ...changed(folders, hashFolder)];
}

/** Returns an empty text for a file that is missing or unreadable. For a large file, uses its size and time. */
export function hashFile(path: string): string {
  try {
    const status = statSync(path);
    // A folder in place of a file is a change. Reading from a pipe might never end.
    if (!status.isFile() || isGuarded(path)) return noFile;
    const { size, mtimeMs } = status;
    return hash(size > large ? JSON.stringify([size, mtimeMs]) : readFileSync(path));
  } catch {
    return "";
  }
}

const noFile = "no file";
const large = 64 * 1024 * 1024;

/** Only names that an import could refer to. */
export function hashFolder(path: string): string {
  const names = entriesOf(path)
    .filter(
      (each) => !each.name.startsWith(".") && (!each.isFile() || /\.(?:[cm]?[jt]sx?|json)$/.test(each.name)),
    )
    .map(({ name }) => name);
  return hash(names.sort().join("\n"));
}

/** Uses names, sizes and times of the whole content, because it may be large. */
export function hashTree(path: string): string {
  const lines: string[] = [];
  const waiting = [path];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      if (ignoredFolders.has(entry.name)) continue;
      const each = join(folder, entry.name);
      const status = statusOf(each);
      lines.push(JSON.stringify([each, entry.isDirectory() || [status?.size, status?.mtimeMs]]));
      if (entry.isDirectory()) waiting.push(each);
    }
  }
  return hash(lines.sort().join("\n"));
}

/** Folders that tools maintain: installed packages, version control and state. */
export const ignoredFolders: ReadonlySet<string> = new Set(["node_modules", ".git", ".coconut", ".pulumi"]);

function changed(
  read: { readonly [path: string]: string },
  hashNow: (path: string) => string,
): readonly string[] {
  return Object.keys(read).filter((path) => hashNow(path) !== read[path]);
}

function hashed(
  paths: readonly string[],
  hashNow: (path: string) => string,
): { readonly [path: string]: string } {
  return Object.fromEntries(paths.map((path) => [path, hashNow(path)]));
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function hash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
