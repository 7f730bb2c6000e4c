import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DiagnosticError } from "../../../model/index.js";
import { errorText } from "../../../std/error-text.js";
import { syncFolder } from "../../../std/file-beside.js";
import { problem } from "./diagnostics.js";
import { packageHash } from "./package-hash.js";
import { packageFolder, type PackageId } from "./package-layout.js";

/**
 * Adds a package to a cache atomically: `fill` writes it into an empty folder, verifies it and returns its hash. Other processes
 * find the package complete or not at all, also after a kill. A package in the cache with another hash is replaced. Returns the
 * folder of the package, and whether it was not in the cache before.
 */
export async function addToCache(
  cache: string,
  id: PackageId,
  fill: (folder: string) => Promise<string>,
): Promise<{ readonly folder: string; readonly isNew: boolean }> {
  const target = packageFolder(cache, id);
  const staging = await inCache(cache, async () => {
    await mkdir(dirname(target), { recursive: true });
    await removeLeftovers(cache);
    return mkdtemp(join(cache, stagingPrefix));
  });
  try {
    const folder = join(staging, "package");
    await inCache(cache, () => mkdir(folder));
    const hash = await fill(folder);
    return await inCache(cache, async () => ({ folder: target, isNew: await place(folder, target, hash) }));
  } finally {
    await rm(staging, { recursive: true, force: true }).catch(() => {});
  }
}

const stagingPrefix = ".coconut-";

/** Installing takes less time than this, so an older folder was left by a process that was killed. */
const abandonedMs = 24 * 3_600_000;

async function removeLeftovers(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!/^\.coconut-\w{6}$/.test(name)) continue;
    const path = join(cache, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMs)
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Moves a package to its place. Returns false if the same package is there. One with other content is moved aside. */
async function place(folder: string, target: string, hash: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(folder, target);
      syncFolder(dirname(target));
      return true;
    } catch (error) {
      if (!occupied.has((error as NodeJS.ErrnoException).code) || attempt === mostAttempts) throw error;
    }
    if ((await packageHash(target).catch(() => undefined)) === hash) return false;
    // Into the folder of leftovers, which is removed.
    await rename(target, `${folder}-${attempt}`).catch(() => {});
  }
}

const mostAttempts = 10;
/** Windows reports EPERM. */
const occupied = new Set<unknown>(["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM"]);

async function inCache<Result>(cache: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new DiagnosticError(cacheProblem(cache, error));
  }
}

function cacheProblem(cache: string, error: unknown) {
  return problem("provider/terraform-cache", {
    detail: `Cannot write to the provider cache ${cache}: ${errorText(error)}.`,
    hint: "Correct the permissions of this folder or free some space, or name another folder with TF_PLUGIN_CACHE_DIR.",
  });
}
