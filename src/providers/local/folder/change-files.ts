import { mkdir, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing, osFault, stagingPath } from "../disk/index.js";
import { foldersAbove } from "./decide-folder-changes.js";
import type { WantedFile } from "./wanted-files.js";

/** Writes files of a folder, each one atomically. */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, WantedFile>,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, file] of files) {
    signal.throwIfAborted();
    const path = join(folder, name);
    const beside = stagingPath(path, "");
    const bytes = await file.read();
    try {
      await mkdir(dirname(path), { recursive: true });
      await rm(beside, { force: true });
      await writeFile(beside, bytes, { flag: "wx" });
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined);
      throw osFault(error, "Writing", path);
    }
  }
}

/** Deletes files of a folder, and the subfolders that become empty. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await unlink(join(folder, name)).catch((error: unknown) => {
      if (!isMissing(error)) throw osFault(error, "Removing", join(folder, name));
    });
  }
  const above = new Set(names.flatMap(foldersAbove));
  const deepestFirst = [...above].toSorted((a, b) => b.length - a.length);
  for (const each of deepestFirst) await rmdir(join(folder, each)).catch(() => undefined);
}
