import { chmod, link, lstat, mkdir, open, rename, rm, symlink, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { stagingPath } from "./staging-path.js";
import type { LocalDisk } from "./local-disk.js";
import { fileKind, markOf, named, statusOf } from "./observe.js";
import { codeOf, isMissing, osFault } from "./os-fault.js";

export interface PutOptions {
  readonly path: string;
  readonly key: string;
  /** If set, records the object under the key, so that it is found after a crash. */
  readonly remember?: { readonly files?: readonly string[] };
  /** Whether an existing object may be replaced. A folder that is not empty never is. */
  readonly replacing: boolean;
}

/** Writes an object atomically: creates it under a temporary name in the same folder, then moves it to its path. */
export async function putInPlace(disk: LocalDisk, make: MakeBeside, options: PutOptions): Promise<void> {
  const { path, key, remember, replacing } = options;
  // Without a record, the next attempt has another key and must find the temporary file without it.
  const beside = stagingPath(path, remember === undefined ? "" : key);
  await disk.makeParents(path);
  let takeBack: (() => Promise<void>) | undefined;
  try {
    await rm(beside, { recursive: true, force: true });
    await make(beside);
    const status = await lstat(beside, { bigint: true });
    if (remember !== undefined)
      takeBack = await disk.records.note({ path, key, mark: markOf(status), ...remember });
    if (status.isFile() && !replacing) await moveToFree(beside, path);
    else await rename(beside, path);
  } catch (error) {
    await rm(beside, { recursive: true, force: true }).catch(() => undefined);
    await takeBack?.().catch(() => undefined);
    throw osFault(error, "Writing", path);
  }
  await flush(dirname(path));
}

/** Creates an object under a temporary name. */
export type MakeBeside = (beside: string) => Promise<void>;

export function newFile(bytes: Uint8Array, mode: number): MakeBeside {
  return async (beside) => {
    // Nobody else may read the file before its mode is set.
    const handle = await open(beside, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
}

export function newLink(target: string): MakeBeside {
  return (beside) => symlink(target, beside);
}

/** A folder with the content that `fill` writes. */
export function newFolder(mode: number, fill: MakeBeside): MakeBeside {
  return async (beside) => {
    await mkdir(beside, { mode: 0o700 });
    await fill(beside);
    await chmod(beside, mode);
  };
}

/**
 * Moves a file without overwriting. If the file system supports links, not even a file that is created concurrently is
 * lost.
 */
async function moveToFree(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(codeOf(error) ?? "")) throw error;
    return rename(beside, path);
  }
  await rm(beside, { force: true }).catch(() => undefined);
}

/** Makes the names in a folder durable. Ignores errors, because the change itself has already succeeded. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

/** Deletes a file or a link. Leaves an object of another kind that has replaced it. */
export function removeObject(
  disk: LocalDisk,
  id: string,
  kind: "file" | "link",
  warn: (message: string) => void,
): Promise<void> {
  const path = disk.at(id);
  return disk.alone(path, async () => {
    if (disk.isTakenOver(path)) return warn(takenOver(id));
    const status = await statusOf(path);
    const found = status && fileKind(status);
    if (found === kind) {
      await unlink(path).catch((error: unknown) => {
        if (!isMissing(error)) throw osFault(error, "Removing", path);
      });
    } else if (found !== undefined) {
      warn(`${id} is now ${named[found]} instead of ${named[kind]}. It was not deleted.`);
    }
    await disk.settled(path);
  });
}

/** The warning if another resource has replaced the object in the same run, so that it is not deleted. */
export function takenOver(id: string): string {
  return `Another resource has replaced ${id} in this run. It was not deleted.`;
}
