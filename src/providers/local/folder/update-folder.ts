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
  /** The files that Coconut wrote before. */
  readonly own: ReadonlySet<string>;
  readonly overwrite: boolean;
  readonly key: string;
}

/**
 * Updates an existing folder to the desired content. Records the files before writing them and the result afterwards, so
 * that after a crash the next run recognizes the files as its own.
 */
export async function updateFolder(
  disk: LocalDisk,
  wanted: WantedFolder,
  signal: AbortSignal,
): Promise<void> {
  const { path, id, mode, files, own, overwrite, key } = wanted;
  const status = await statusOf(path);
  if (status === undefined)
    throw new Error(`The folder ${id} was deleted during the run. Run the command again.`);
  if (!status.isDirectory()) throw new Error(`${id} is ${named[fileKind(status)]}, not a folder. Move it.`);
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
    `${id} already contains files that this resource did not create and would overwrite: ${listed(foreign)}. Nothing was written. Move them, or set \`overwrite: true\`.`,
  );
}

/** Lists the first five names, and the number of the others. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => JSON.stringify(name));
  const rest = names.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
