import { constants } from "node:fs";
import { chmod, copyFile, mkdir, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { packageFiles } from "./package-hash.js";

/** Copies an unpacked package into an empty folder, durably. Links to files become files. */
export async function copyPackage(
  from: string,
  to: string,
  {
    signal,
    progress,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly progress?: (received: number, total: number | undefined) => void;
  } = {},
): Promise<void> {
  const files = await packageFiles(from);
  const total = files.reduce((sum, { status }) => sum + Number(status.size), 0);
  let copied = 0;
  for (const { name, status } of files) {
    signal?.throwIfAborted();
    if (!status.isFile()) throw new Error(`${join(from, name)} is not a file`);
    const target = join(to, ...name.split("/"));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, name), target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const isProgram = (status.mode & 0o111n) !== 0n || basename(name).startsWith("terraform-provider-");
    await chmod(target, isProgram ? 0o755 : 0o644);
    await synced(target);
    copied += Number(status.size);
    progress?.(copied, total);
  }
}

async function synced(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
