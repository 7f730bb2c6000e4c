import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FetchedPackage, FetchPorts } from "../package-source.js";
import { unpackPackage } from "../unpack-package.js";
import { downloadFile, type Web } from "../web/index.js";
import { withWebProblems } from "./web-problem.js";

/** An archive that a place has. */
export interface OfferedArchive {
  readonly url: URL;
  /** The name of the downloaded file, for messages. */
  readonly name: string;
  /** Receives the SHA-256 of the archive in hex. Throws if the archive must not be unpacked. */
  readonly check: (sha256: string) => void;
  /** Receives the folder with the package. Throws if it must not be used. Absent if the archive itself is verified. */
  readonly checkUnpacked: ((folder: string) => Promise<void>) | undefined;
  /** Returns the result after the archive was checked. */
  readonly fetched: () => FetchedPackage;
}

type Ports = FetchPorts & { readonly web: Web };

/**
 * Downloads an archive, checks it and unpacks it into an empty folder. Until then it is in a folder with a random name inside:
 * two processes never share it, and removing the folder removes it too. After a failure, the folder is empty.
 */
export async function fetchArchive(
  { url, name, check, checkUnpacked, fetched }: OfferedArchive,
  folder: string,
  ports: Ports,
): Promise<FetchedPackage> {
  await mkdir(folder, { recursive: true });
  try {
    await withFolderIn(folder, async (place) => {
      const file = join(place, name);
      check(await withWebProblems(() => downloadFile({ url }, file, ports)));
      await unpackPackage(file, folder, { signal: ports.signal });
    });
    await checkUnpacked?.(folder);
  } catch (error) {
    for (const each of await readdir(folder)) await rm(join(folder, each), { recursive: true, force: true });
    throw error;
  }
  return fetched();
}

/** Downloads an archive to a new file and checks it as `fetchArchive` does. After a failure, there is no file. */
export async function saveArchive(
  { url, check, checkUnpacked, fetched }: OfferedArchive,
  file: string,
  ports: Ports,
): Promise<FetchedPackage> {
  const sha256 = await withWebProblems(() => downloadFile({ url }, file, ports));
  try {
    check(sha256);
    if (checkUnpacked !== undefined)
      await withFolderIn(dirname(file), async (place) => {
        await unpackPackage(file, place, { signal: ports.signal });
        await checkUnpacked(place);
      });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return fetched();
}

/** Calls a function with a new folder, and removes it. */
async function withFolderIn(folder: string, work: (place: string) => Promise<void>): Promise<void> {
  const place = await mkdtemp(join(folder, ".download-"));
  try {
    await work(place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
