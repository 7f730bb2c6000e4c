import type { Kind } from "../disk/index.js";

/** What is at a name in a folder. */
export interface FoundEntry {
  readonly kind: Kind;
  /** Of a file. */
  readonly sha256?: string;
}

export interface LayoutFacts {
  /** The files that were laid out before. */
  readonly own: ReadonlySet<string>;
  /** The SHA-256 of each file that there shall be. */
  readonly wanted: ReadonlyMap<string, string>;
  /** What there is under those names, and in the way to them. */
  readonly found: ReadonlyMap<string, FoundEntry>;
  /** Whether files of others may be replaced. */
  readonly overwrite: boolean;
}

export interface FolderChanges {
  readonly remove: readonly string[];
  readonly write: readonly string[];
  /** What others have put where something has to be written: then nothing is. */
  readonly foreign: readonly string[];
}

/** Which files to remove and then to write. A file of others that is as wanted already is in nobody's way. */
export function decideFolderChanges({ own, wanted, found, overwrite }: LayoutFacts): FolderChanges {
  const isThere = (name: string) => found.has(name) && found.get(name)!.kind !== "folder";
  const remove = [...own].filter((name) => isThere(name) && !wanted.has(name));
  const removed = new Set(remove);
  const write = [...wanted].flatMap(([name, sha256]) => (found.get(name)?.sha256 === sha256 ? [] : [name]));
  const isForeign = (name: string) => {
    if (!found.has(name)) return false;
    if (isThere(name)) return !own.has(name) && !overwrite;
    // A folder that a file takes the place of goes with the last of its own files.
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
