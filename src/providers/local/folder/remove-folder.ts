import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { isStagingName, osFault } from "../disk/index.js";
import { listed } from "./update-folder.js";
import { removeFiles } from "./change-files.js";
import { foldersAbove } from "./decide-folder-changes.js";

export interface RemoveFolderOptions {
  readonly id: string;
  /** The files that Coconut wrote into it. */
  readonly own: ReadonlySet<string>;
  /** Whether to also delete files that Coconut did not write. */
  readonly purge: boolean;
}

/** Deletes a folder with the files that Coconut wrote into it. If it contains other files, deletes nothing and throws. */
export async function removeFolder(path: string, { id, own, purge }: RemoveFolderOptions): Promise<void> {
  try {
    if (purge) return await rm(path, { recursive: true, force: true });
    const { foreign, leftovers } = await strangersIn(path, own);
    if (foreign.length > 0) throw notEmpty(id, foreign);
    await removeFiles(path, [...leftovers, ...own]);
    await rmdir(path);
  } catch (error) {
    throw osFault(error, "Removing", path);
  }
}

interface Strangers {
  readonly foreign: readonly string[];
  /** Temporary files that a killed process left behind. */
  readonly leftovers: readonly string[];
}

async function strangersIn(folder: string, own: ReadonlySet<string>): Promise<Strangers> {
  const folders = new Set([...own].flatMap(foldersAbove));
  const foreign: string[] = [];
  const leftovers: string[] = [];
  const rest = [""];
  for (let within = rest.pop(); within !== undefined; within = rest.pop()) {
    for (const entry of await readdir(join(folder, within), { withFileTypes: true })) {
      const name = within === "" ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) {
        if (folders.has(name)) rest.push(name);
        else foreign.push(`${name}/`);
      } else if (isStagingName(entry.name)) leftovers.push(name);
      else if (!own.has(name)) foreign.push(name);
    }
  }
  return { foreign: foreign.toSorted(), leftovers };
}

function notEmpty(id: string, foreign: readonly string[]): Error {
  return new Error(
    `The folder ${id} contains files that this resource did not create: ${listed(foreign)}. Nothing was deleted. Move them, or set \`purge: true\`, apply, and delete again.`,
  );
}
