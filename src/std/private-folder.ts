import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, type Stats } from "node:fs";

/**
 * Whether what is at a path belongs to this user, or to one of those that are named, and nobody else may write it. A link
 * does not count, nor does what is missing. Windows has no such rights: there it is enough that something is there.
 */
export function isOwnedByUser(path: string, owners: readonly number[] = self()): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && isClosed(found, owners);
}

/**
 * Makes a folder that nobody else may enter, whatever the umask; says whether it is one. If it is there, and others could
 * write in it until now, all that is in it goes. Somebody else's is left alone.
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

/** This user, and whoever owns a folder: for what is trusted as much as that. */
export function trustedOwners(folder: string): readonly number[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? self() : [...self(), found.uid];
}
