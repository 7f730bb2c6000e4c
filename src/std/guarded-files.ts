import { statSync } from "node:fs";

/**
 * Guards files on which this process holds locks, until the returned function is called. On POSIX systems, closing any
 * descriptor of a file drops all locks that the process holds on it, whichever code took them. So only their owner may
 * open these files: all other code must check `isGuarded` first. Files are identified by `identityOf`.
 */
export function guardFiles(identities: readonly (string | undefined)[]): () => void {
  const files = new Set(identities.filter((identity) => identity !== undefined));
  guards.add(files);
  return () => void guards.delete(files);
}

/**
 * Whether a path leads to a guarded file. Device and inode decide, so links, hard links and other spellings count. An
 * open file keeps its inode, whatever happens to its name.
 */
export function isGuarded(path: string): boolean {
  if (guards.size === 0) return false;
  try {
    const identity = identityOf(path);
    return identity !== undefined && [...guards].some((files) => files.has(identity));
  } catch {
    // A file that cannot be examined cannot be opened either.
    return false;
  }
}

/** Returns an identity of the file at this path that is unique on this machine; undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

const key = Symbol.for("coconut.guardedFiles");
// On globalThis: a program may load a different copy of this package than the one that holds the locks.
const shared = globalThis as { [key]?: Set<ReadonlySet<string>> };
const guards = (shared[key] ??= new Set());
