import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { fileKind, sha256Of, sha256OfFile, statusOf } from "../disk/index.js";
import { foldersAbove, type FoundEntry } from "./decide-folder-changes.js";

/** The SHA-256 of files by their names. */
export type Files = { readonly [name: string]: string };

/** True for an object of strings. Accepts every name: schemas of records drop some, such as `constructor`. */
export function isFiles(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((sum) => typeof sum === "string")
  );
}

/** Returns the objects at these names in a folder, and the parents that are not folders. Does not follow links. */
export async function observeNames(
  folder: string,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FoundEntry>> {
  const found = new Map<string, FoundEntry>();
  const statuses = new Map<string, Promise<BigIntStats | undefined>>();
  const statusAt = (name: string) => {
    const known = statuses.get(name) ?? statusOf(join(folder, name));
    statuses.set(name, known);
    return known;
  };
  for (const name of names) {
    signal.throwIfAborted();
    for (const each of [...foldersAbove(name), name]) {
      const status = await statusAt(each);
      if (status === undefined) break;
      const kind = fileKind(status);
      if (each !== name && kind === "folder") continue;
      if (!found.has(each)) {
        const sha256 = kind === "file" ? await sha256OfFile(join(folder, each), signal) : undefined;
        found.set(each, { kind, ...(sha256 !== undefined && { sha256 }) });
      }
      break;
    }
  }
  return found;
}

/** Returns the SHA-256 of the named files that exist. */
export async function observeFiles(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Files> {
  const found = await observeNames(folder, names, signal);
  return Object.fromEntries(
    names.flatMap((name) => {
      const sha256 = found.get(name)?.sha256;
      return sha256 === undefined ? [] : [[name, sha256]];
    }),
  );
}

/** Returns one SHA-256 over the lines that `sha256sum` prints for the files, sorted by name. */
export function fileDigest(files: Files): string {
  const lines = Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`);
  return sha256Of(lines.join(""));
}
