import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Returns a temporary path next to another path, for files that are written there and then moved, so that no reader
 * sees a partial file.
 */
export function pathBeside(path: string): string {
  return join(dirname(path), `${prefix(path)}${randomBytes(6).toString("hex")}.new`);
}

/** Returns the path of the lock under which a file is rewritten. Files with long names may share one. */
export function lockFileFor(path: string): string {
  return join(dirname(path), `${prefix(path)}lock`);
}

/**
 * Gives a file that was written and synced next to a path its final name, unless that exists. Returns whether it did.
 * The temporary file stays. On a file system without hard links the file is copied, and a kill may leave half a copy.
 */
export function placeNewFile(beside: string, path: string): boolean {
  try {
    linkOrCopy(beside, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  syncFolder(dirname(path));
  return true;
}

function linkOrCopy(beside: string, path: string): void {
  try {
    linkSync(beside, path);
  } catch (error) {
    if (!withoutLinks.has(codeOf(error))) throw error;
    copyFileSync(beside, path, constants.COPYFILE_EXCL);
    sync(path, "r+");
  }
}

/**
 * Removes files that killed processes left next to a path: the other name of the existing file, and files that are an
 * hour older than it. Creating a file takes moments, so these are abandoned. Times are those of the file system.
 */
export function tidyBeside(path: string): void {
  try {
    const placed = statSync(path, { bigint: true });
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(prefix(path)) || !unfinished.test(name.slice(prefix(path).length))) continue;
      const file = join(dirname(path), name);
      const left = statSync(file, { bigint: true });
      const isPlaced = left.dev === placed.dev && left.ino === placed.ino;
      if (isPlaced || placed.mtimeMs - left.mtimeMs > abandonedMs) rmSync(file, { force: true });
    }
  } catch {
    // Leftover files do no harm.
  }
}

/** Makes names in a folder durable, on systems that support it. */
export function syncFolder(folder: string): void {
  try {
    sync(folder, "r");
  } catch {
    return;
  }
}

const abandonedMs = 3_600_000n;
const unfinished = /^[0-9a-f]{12}\.new(-\w+)?$/;
const withoutLinks = new Set<unknown>(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/** Hidden, and short: the length of file names is limited. */
function prefix(path: string): string {
  return `.${basename(path).slice(0, 48)}.`;
}

function sync(path: string, flags: "r" | "r+"): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
