import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, type Stats } from "node:fs";

/**
 * Whether the file or folder at a path belongs to this user or one of `owners`, and no other user can write it. False
 * for links and missing files. Windows has no such permissions: there, it only has to exist.
 */
export function isOwnedByUser(path: string, owners: readonly number[] = self()): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && isClosed(found, owners);
}

/**
 * Creates a folder that only this user can access, whatever the umask. Returns whether it is private. If it exists and
 * others could write to it until now, its content is deleted. A folder of another user is left alone.
 */
export function makePrivateFolder(path: string, owners: readonly number[] = self()): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isDirectory() && isOf(found, owners))) return false;
  const isKept = found !== undefined && isClosed(found, owners);
  if (found !== undefined && !isKept) rmSync(path, { recursive: true, force: true });
  if (!isKept) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== "win32" && (!isKept || (found.mode & 0o777) !== 0o700)) chmodSync(path, 0o700);
  return true;
}

function isClosed(found: Stats, owners: readonly number[]): boolean {
  if (found.isSymbolicLink() || !isOf(found, owners)) return false;
  return process.platform === "win32" || (found.mode & 0o022) === 0;
}

function isOf({ uid }: Stats, owners: readonly number[]): boolean {
  return process.platform === "win32" || owners.includes(uid);
}

function self(): readonly number[] {
  const user = process.geteuid?.();
  return user === undefined ? [] : [user];
}

/** Returns this user and the owner of a folder, for files that are trusted as much as the folder. */
export function trustedOwners(folder: string): readonly number[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? self() : [...self(), found.uid];
}
