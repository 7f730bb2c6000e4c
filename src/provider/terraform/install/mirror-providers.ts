import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DiagnosticError } from "../../../model/index.js";
import { errorText } from "../../../std/error-text.js";
import { isJsonObject, JSON } from "../../../std/plain-json.js";
import { readTextFile } from "../../../std/read-text-file.js";
import { writeWholeFile } from "../../../std/write-whole-file.js";
import { lockedProvider, shortAddress, type LockedProvider } from "../../../terraform/source/index.js";
import { problem } from "./diagnostics.js";
import { notLocked, packageText } from "./find-problems.js";
import { fileSum } from "./package-hash.js";
import { verifiedHash, type InstallPorts } from "./install-providers.js";
import { archiveName, providerFolder } from "./package-layout.js";
import type { PackageSource, WantedPackage } from "./package-source.js";
import { unpackPackage } from "./unpack-package.js";
import { readLockedProviders, type WantedProvider } from "./wanted-provider.js";

/** A package that was written to a mirror. */
export interface MirroredPackage {
  readonly provider: WantedProvider;
  readonly version: string;
  readonly platform: string;
  readonly file: string;
  /** The title of the place that it comes from. */
  readonly from: string;
}

export interface Mirrored {
  readonly packages: readonly MirroredPackage[];
  /** Entries of the lock file, with the hashes of all these packages. */
  readonly locked: readonly LockedProvider[];
}

/**
 * Writes the locked versions of providers for some platforms to a folder. It can be used as a mirror in the file system, and served
 * as a network mirror. Other packages in the folder stay. Throws a DiagnosticError.
 */
export async function mirrorProviders(
  wanted: readonly WantedProvider[],
  folder: string,
  platforms: readonly string[],
  ports: InstallPorts,
): Promise<Mirrored> {
  const locks = readLockedProviders(ports.places.projectFolder);
  const packages: MirroredPackage[] = [];
  const locked: LockedProvider[] = [];
  for (const provider of wanted) {
    const lock = lockedProvider(locks, provider.source.address);
    if (lock === undefined) throw new DiagnosticError(notLocked(provider));
    const archives: MirroredArchive[] = [];
    for (const platform of platforms) {
      const id = { address: lock.address, version: lock.version, platform, locked: lock.hashes };
      archives.push(await mirrorPackage(provider, id, folder, ports));
    }
    await inMirror(folder, async () =>
      writeIndex(providerFolder(folder, lock.address), lock.version, archives),
    );
    packages.push(...archives);
    const hashes = [...lock.hashes, ...archives.flatMap((each) => each.hashes)];
    locked.push({ ...lock, hashes: [...new Set(hashes)].sort() });
  }
  return { packages, locked };
}

interface MirroredArchive extends MirroredPackage {
  readonly name: string;
  readonly hashes: readonly string[];
}

async function mirrorPackage(
  provider: WantedProvider,
  id: WantedPackage,
  folder: string,
  ports: InstallPorts,
): Promise<MirroredArchive> {
  const source = await sourceOf(provider, id, ports);
  const name = archiveName(id);
  const target = providerFolder(folder, id.address);
  const staging = await inMirror(folder, async () => {
    await mkdir(target, { recursive: true });
    return mkdtemp(join(target, ".coconut-"));
  });
  try {
    const file = join(staging, "package.zip");
    await source.archive(id, file, {
      signal: ports.signal,
      progress: (received, total) =>
        ports.report?.({
          kind: "downloading",
          provider,
          version: id.version,
          from: source.title,
          received,
          total,
        }),
    });
    const zh = `zh:${await fileSum(file)}`;
    const unpacked = join(staging, "package");
    await mkdir(unpacked);
    await unpackPackage(file, unpacked, { signal: ports.signal });
    const h1 = await verifiedHash(id, unpacked, { hashes: [zh], title: source.title });
    await inMirror(folder, () => rename(file, join(target, name)));
    return {
      provider,
      version: id.version,
      platform: id.platform,
      file: join(target, name),
      from: source.title,
      name,
      hashes: [h1, zh],
    };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

type ArchiveSource = PackageSource & Required<Pick<PackageSource, "archive">>;

/** Returns the first place that has the package and its archive. */
async function sourceOf(
  provider: WantedProvider,
  id: WantedPackage,
  { sources, signal }: InstallPorts,
): Promise<ArchiveSource> {
  const asked = await sources(id.address);
  for (const source of asked) {
    const versions = await source.versions(id.address, signal);
    const offered = versions?.find(({ version }) => version === id.version);
    if (offered === undefined || offered.platforms?.includes(id.platform) === false) continue;
    if (hasArchives(source)) return source;
  }
  throw new DiagnosticError(
    problem("provider/terraform-no-version", {
      detail: `No place has an archive of ${packageText(id)} for ${id.platform}. Searched: ${asked.map(({ title }) => title).join(", ") || "nothing, because provider_installation excludes it"}.`,
      hint: `Choose platforms that ${shortAddress(provider.source.address)} has, with --platform.`,
    }),
  );
}

function hasArchives(source: PackageSource): source is ArchiveSource {
  return source.archive !== undefined;
}

/** Writes the documents of the network mirror protocol. Keeps the entries of packages that are there. */
function writeIndex(folder: string, version: string, archives: readonly MirroredArchive[]): void {
  const added = Object.fromEntries(
    archives.map(({ platform, name, hashes }) => [platform, { url: name, hashes }]),
  );
  writeMember(join(folder, `${version}.json`), "archives", added);
  writeMember(join(folder, "index.json"), "versions", { [version]: {} });
}

/** Adds to a member of a document that is an object. A document that cannot be read is replaced. */
function writeMember(file: string, name: string, added: Readonly<Record<string, unknown>>): void {
  const old = membersOf(file, name);
  const all = Object.entries({ ...old, ...added }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeWholeFile(file, `${JSON.stringify({ [name]: Object.fromEntries(all) }, null, 2)}\n`);
}

function membersOf(file: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(readTextFile(file));
    const members = isJsonObject(document) ? document[name] : undefined;
    return isJsonObject(members) ? members : {};
  } catch {
    return {};
  }
}

async function inMirror<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new DiagnosticError(
      problem("provider/terraform-cache", {
        detail: `Cannot write to the mirror ${folder}: ${errorText(error)}.`,
        hint: "Correct the permissions of this folder or free some space, or name another folder.",
      }),
    );
  }
}
