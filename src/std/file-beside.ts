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

/** A path for what is made beside another and then put there, so that nobody ever sees a part of it. */
export function pathBeside(path: string): string {
  return join(dirname(path), `${prefix(path)}${randomBytes(6).toString("hex")}.new`);
}

/** The path of the lock under which a file is rewritten. Files with long names may share one. */
export function lockFileFor(path: string): string {
  return join(dirname(path), `${prefix(path)}lock`);
}

/**
 * Gives a file that was made and synced beside a path the name it is for, unless something has that name; says whether
 * it did. The file beside it stays. Where a file system has no links it is copied, and a kill may leave half a copy.
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
 * Takes away what was left beside a path by makers that were killed: the other name of the file that is there, and what
 * is an hour older than it. Making takes moments, so that is nobody's any more; the clock is the file system's.
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
    // They are in nobody's way.
  }
}

/** Makes names in a folder durable. Where a system cannot, there is nothing to be done about it. */
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

/** Hidden, and short: names of files have a longest one. */
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
