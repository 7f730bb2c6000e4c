import { chmod } from "node:fs/promises";
import { printMode } from "../mode.js";
import { fileKind, markOf, named, osFault, statusOf, type LocalDisk } from "../disk/index.js";
import { removeFiles, writeFiles } from "./change-files.js";
import { decideFolderChanges } from "./decide-folder-changes.js";
import { observeNames } from "./observe-files.js";
import type { WantedFile } from "./wanted-files.js";

export interface WantedFolder {
  readonly path: string;
  readonly id: string;
  readonly mode: number;
  readonly files: ReadonlyMap<string, WantedFile>;
  /** The files that were laid out before. */
  readonly own: ReadonlySet<string>;
  readonly overwrite: boolean;
  readonly key: string;
}

/**
 * Brings a folder that is there to what is wanted. What it is about to write is recorded first, and then what came of
 * it: a run that ends before the engine has recorded that leaves files which the next one knows as its own.
 */
export async function updateFolder(
  disk: LocalDisk,
  wanted: WantedFolder,
  signal: AbortSignal,
): Promise<void> {
  const { path, id, mode, files, own, overwrite, key } = wanted;
  const status = await statusOf(path);
  if (status === undefined) throw new Error(`The folder ${id} was removed meanwhile. Run again.`);
  if (!status.isDirectory())
    throw new Error(`There is ${named[fileKind(status)]} at ${id} instead of a folder. Move it away.`);
  const names = new Set([...own, ...files.keys()]);
  const found = await observeNames(path, names, signal);
  const sums = new Map([...files].map(([name, { sha256 }]) => [name, sha256]));
  const { remove, write, foreign } = decideFolderChanges({ own, wanted: sums, found, overwrite });
  if (foreign.length > 0) throw inTheWay(id, foreign);
  const record = (laidOut: Iterable<string>) =>
    disk.records.write({ path, key, mark: markOf(status), files: [...laidOut] });
  await record(names);
  await removeFiles(path, remove);
  await writeFiles(path, new Map(write.map((name) => [name, files.get(name)!])), signal);
  if (printMode(status.mode) !== printMode(mode)) {
    await chmod(path, mode).catch((error: unknown) => {
      throw osFault(error, "Setting the mode of", path);
    });
  }
  await record(files.keys());
}

function inTheWay(id: string, foreign: readonly string[]): Error {
  return new Error(
    `There are files in ${id} that this resource did not make, where it has to write others: ${listed(foreign)}. Nothing was written. Move them away, or give \`overwrite: true\`.`,
  );
}

/** The first few, and how many there are besides. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => JSON.stringify(name));
  const rest = names.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
