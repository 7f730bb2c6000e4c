import { chmod, link, lstat, mkdir, open, rename, rm, symlink, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { stagingPath } from "./staging-path.js";
import type { LocalDisk } from "./local-disk.js";
import { fileKind, markOf, named, statusOf } from "./observe.js";
import { codeOf, isMissing, osFault } from "./os-fault.js";

export interface PutOptions {
  readonly path: string;
  readonly key: string;
  /** Remembers what is made under the key, so that it is found after a crash. */
  readonly remember?: { readonly files?: readonly string[] };
  /** Whether what is there already may be replaced. A folder with something in it never is. */
  readonly replacing: boolean;
}

/** Makes something beside its path and moves it there, whole: nobody ever sees a part of it. */
export async function putInPlace(disk: LocalDisk, make: MakeBeside, options: PutOptions): Promise<void> {
  const { path, key, remember, replacing } = options;
  // What nobody remembers has to be found by the next one, which has another key.
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

/** What comes to be beside a path. */
export type MakeBeside = (beside: string) => Promise<void>;

export function newFile(bytes: Uint8Array, mode: number): MakeBeside {
  return async (beside) => {
    // Nobody else reads it before it has its own mode.
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

/** A folder, and what `fill` puts into it. */
export function newFolder(mode: number, fill: MakeBeside): MakeBeside {
  return async (beside) => {
    await mkdir(beside, { mode: 0o700 });
    await fill(beside);
    await chmod(beside, mode);
  };
}

/** Where the file system can, not even what appears in this moment is overwritten. */
async function moveToFree(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(codeOf(error) ?? "")) throw error;
    return rename(beside, path);
  }
  await rm(beside, { force: true }).catch(() => undefined);
}

/** Makes the names in a folder durable. It has happened by now, so where this cannot be done it is not said. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

/** Removes a file or a link. What somebody has put in its place is not it, and is left. */
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
      warn(`There is ${named[found]} at ${id} now, where ${named[kind]} was. It was left.`);
    }
    await disk.settled(path);
  });
}

/** Said instead of removing what another resource has put there in the same run. */
export function takenOver(id: string): string {
  return `Another resource has taken the place of what was at ${id}. It was left.`;
}
