import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { isStagingName, osFault } from "../disk/index.js";
import { listed } from "./update-folder.js";
import { removeFiles } from "./change-files.js";
import { foldersAbove } from "./decide-folder-changes.js";

export interface RemoveFolderOptions {
  readonly id: string;
  /** The files that were laid out in it. */
  readonly own: ReadonlySet<string>;
  /** Whether to remove what others have put into it. */
  readonly purge: boolean;
}

/** Removes a folder with what was laid out in it. What others have put into it keeps all of it where it is. */
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
  /** What a killed process was about to move to its place. */
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
    `The folder ${id} holds what this resource did not make: ${listed(foreign)}. Nothing was removed. Move it away, or give \`purge: true\`, apply that, and try again.`,
  );
}
