import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FetchPorts } from "../package-source.js";
import { unpackPackage } from "../unpack-package.js";
import { downloadFile, type Web } from "../web/index.js";
import { withWebProblems } from "./web-problem.js";

export interface WantedArchive {
  readonly url: URL;
  /** The name of the downloaded file. */
  readonly name: string;
  /** Receives the SHA-256 of the archive in hex. Throws if the archive must not be unpacked. */
  readonly check: (sha256: string) => void;
  /** Called when the folder has the package. Throws if it must not be used. */
  readonly checkUnpacked?: () => Promise<void>;
  /** The archive is copied to this file once it has been checked. */
  readonly keepAs?: string | undefined;
}

/** Fetches a package into a temporary folder beside a file, to which `fetch` copies the archive. */
export async function keptArchive<Result>(
  file: string,
  fetch: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dirname(file), ".archive-"));
  try {
    return await fetch(folder);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Downloads an archive, checks it and unpacks it into an empty folder. Until then it is in a folder with a random name inside:
 * two processes never share it, and removing the folder removes it too. After a failure, the folder is empty.
 */
export async function fetchArchive(
  { url, name, check, checkUnpacked, keepAs }: WantedArchive,
  folder: string,
  { web, signal, progress }: FetchPorts & { readonly web: Web },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    const place = await mkdtemp(join(folder, ".download-"));
    try {
      const file = join(place, name);
      check(await withWebProblems(() => downloadFile({ url }, file, { web, signal, progress })));
      if (keepAs !== undefined) await copyFile(file, keepAs);
      await unpackPackage(file, folder, { signal });
    } finally {
      await rm(place, { recursive: true, force: true });
    }
    await checkUnpacked?.();
  } catch (error) {
    for (const each of await readdir(folder)) await rm(join(folder, each), { recursive: true, force: true });
    throw error;
  }
}
