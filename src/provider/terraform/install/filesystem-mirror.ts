import { constants, existsSync } from "node:fs";
import { copyFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../../../model/index.js";
import { errorText } from "../../../std/error-text.js";
import {
  isPlatformName,
  parseVersion,
  shortAddress,
  type ProviderAddress,
} from "../../../terraform/source/index.js";
import { copyPackage } from "./copy-package.js";
import { problem } from "./diagnostics.js";
import { fileSum } from "./package-hash.js";
import { archiveName, packageFolder, providerFolder, type PackageId } from "./package-layout.js";
import type { FetchedPackage, FetchPorts, OfferedVersion, PackageSource } from "./package-source.js";

/** Returns the place that a folder is, with unpacked and packed packages in Terraform's layouts. */
export function filesystemMirror(path: string): PackageSource {
  const title = `the mirror ${path}`;
  return {
    kind: "filesystem mirror",
    title,
    versions: (address) => mirroredVersions(path, address),
    fetch: (wanted, folder, ports) =>
      guarded({ title, wanted, ports }, () => fetchPackage(path, wanted, folder, ports)),
    archive: (wanted, file, ports) =>
      guarded({ title, wanted, ports }, () => copyArchive(path, wanted, file)),
  };
}

/** Returns the versions in a mirror with their platforms; undefined if it does not have the provider. */
export async function mirroredVersions(
  path: string,
  address: ProviderAddress,
): Promise<readonly OfferedVersion[] | undefined> {
  const folder = providerFolder(path, address);
  const platforms = new Map<string, Set<string>>();
  const add = (version: string, platform: string) => {
    if (parseVersion(version) === undefined || !isPlatformName(platform)) return;
    platforms.set(version, (platforms.get(version) ?? new Set()).add(platform));
  };
  for (const name of await namesIn(folder)) {
    const packed = packedName(name, address);
    if (packed !== undefined) add(packed.version, packed.platform);
    else if (parseVersion(name) !== undefined)
      for (const platform of await namesIn(join(folder, name))) {
        if (await isFolder(join(folder, name, platform))) add(name, platform);
      }
  }
  if (platforms.size === 0) return undefined;
  return [...platforms].map(([version, found]) => ({ version, platforms: [...found].sort() }));
}

/** Returns the folder of an unpacked package in a mirror. Undefined if it is not there, or packed. */
export async function unpackedIn(path: string, id: PackageId): Promise<string | undefined> {
  const folder = packageFolder(path, id);
  return (await isFolder(folder)) ? folder : undefined;
}

async function fetchPackage(
  path: string,
  id: PackageId,
  folder: string,
  { signal, progress }: FetchPorts,
): Promise<FetchedPackage> {
  const unpacked = await unpackedIn(path, id);
  if (unpacked !== undefined) {
    await copyPackage(unpacked, folder, { signal, progress });
    return { hashes: [], diagnostics: [] };
  }
  const archive = archivePath(path, id);
  const { size } = await stat(archive);
  progress(0, size);
  const sum = await fileSum(archive);
  // Finding a provider, which every command does, needs no archives.
  const { unpackPackage } = await import("./unpack-package.js");
  await unpackPackage(archive, folder, { signal });
  progress(size, size);
  return { hashes: [`zh:${sum}`], diagnostics: [] };
}

async function copyArchive(path: string, id: PackageId, file: string): Promise<FetchedPackage> {
  if ((await unpackedIn(path, id)) !== undefined && !existsSync(archivePath(path, id)))
    throw new DiagnosticError(onlyUnpacked(path, id));
  await copyFile(archivePath(path, id), file, constants.COPYFILE_FICLONE);
  return { hashes: [`zh:${await fileSum(file)}`], diagnostics: [] };
}

function onlyUnpacked(path: string, { address, version, platform }: PackageId): Diagnostic {
  return problem("provider/terraform-package", {
    detail: `The mirror ${path} has ${shortAddress(address)} ${version} for ${platform} only as unpacked files. The new mirror needs its archive.`,
    hint: "Copy the folder instead, or mirror the provider from a place that has archives, such as its registry.",
  });
}

function archivePath(path: string, id: PackageId): string {
  return join(providerFolder(path, id.address), archiveName(id));
}

/** `terraform-provider-random_3.6.0_linux_amd64.zip` */
function packedName(
  name: string,
  { type }: ProviderAddress,
): { readonly version: string; readonly platform: string } | undefined {
  const prefix = `terraform-provider-${type}_`;
  if (!name.startsWith(prefix)) return undefined;
  const [, version, platform] = /^([^_]+)_([^_]+_[^_]+)\.zip$/.exec(name.slice(prefix.length)) ?? [];
  return version === undefined || platform === undefined ? undefined : { version, platform };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

interface Request {
  readonly title: string;
  readonly wanted: PackageId;
  readonly ports: FetchPorts;
}

async function guarded<Result>(
  { title, wanted, ports }: Request,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDiagnosticError(error) || ports.signal?.aborted === true) throw error;
    throw new DiagnosticError(
      problem("provider/terraform-package", {
        detail: `Cannot read ${shortAddress(wanted.address)} ${wanted.version} for ${wanted.platform} from ${title}: ${errorText(error)}.`,
        hint: "Check the files of the mirror, or exclude the provider from it in the configuration of the command line.",
      }),
    );
  }
}
