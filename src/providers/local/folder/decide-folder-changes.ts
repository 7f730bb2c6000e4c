import type { Kind } from "../disk/index.js";

/** The object at a name in a folder. */
export interface FoundEntry {
  readonly kind: Kind;
  /** Only for files. */
  readonly sha256?: string;
}

export interface LayoutFacts {
  /** The files that Coconut wrote before. */
  readonly own: ReadonlySet<string>;
  /** The SHA-256 of each desired file. */
  readonly wanted: ReadonlyMap<string, string>;
  /** The objects found under those names, and above them. */
  readonly found: ReadonlyMap<string, FoundEntry>;
  /** Whether files that Coconut did not write may be replaced. */
  readonly overwrite: boolean;
}

export interface FolderChanges {
  readonly remove: readonly string[];
  readonly write: readonly string[];
  /** Files that Coconut did not write and that are in the way. If there are any, nothing is written. */
  readonly foreign: readonly string[];
}

/**
 * Decides which files to remove and then to write. A foreign file that already has the desired content is not in the
 * way.
 */
export function decideFolderChanges({ own, wanted, found, overwrite }: LayoutFacts): FolderChanges {
  const isThere = (name: string) => found.has(name) && found.get(name)!.kind !== "folder";
  const remove = [...own].filter((name) => isThere(name) && !wanted.has(name));
  const removed = new Set(remove);
  const write = [...wanted].flatMap(([name, sha256]) => (found.get(name)?.sha256 === sha256 ? [] : [name]));
  const isForeign = (name: string) => {
    if (!found.has(name)) return false;
    if (isThere(name)) return !own.has(name) && !overwrite;
    // A folder that a file replaces is deleted with the last of its own files.
    return !remove.some((each) => each.startsWith(`${name}/`));
  };
  const blocked = write
    .flatMap((name) => foldersAbove(name))
    .filter((name) => isThere(name) && !removed.has(name));
  return { remove, write, foreign: [...new Set([...blocked, ...write.filter(isForeign)])] };
}

/** `a`, `a/b` for `a/b/c`. */
export function foldersAbove(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
