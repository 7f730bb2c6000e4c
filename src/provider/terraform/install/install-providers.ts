import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../../../model/index.js";
import { Limiter } from "../../../std/limiter.js";
import {
  addressText,
  lockedProvider,
  parseConstraint,
  withLocked,
  type LockedProvider,
  type LockEdit,
} from "../../../terraform/source/index.js";
import { chooseVersion, keptVersion, type Offer } from "./choose-version.js";
import { searchUnpacked } from "./find-provider.js";
import * as problems from "./install-problems.js";
import { overriddenProgram } from "./overridden.js";
import { addToCache } from "./package-cache.js";
import { packageHash } from "./package-hash.js";
import type { PackageId } from "./package-layout.js";
import type { FetchedPackage, PackageSource } from "./package-source.js";
import type { PackageSources } from "./package-sources.js";
import { programIn } from "./provider-program.js";
import type { ProviderPlaces } from "./provider-places.js";
import { readLockedProviders, type WantedProvider } from "./wanted-provider.js";

/** An event while providers are installed. */
export type InstallEvent = { readonly provider: WantedProvider } & (
  | { readonly kind: "resolving" }
  | {
      readonly kind: "downloading";
      readonly version: string;
      /** The title of the place. */
      readonly from: string;
      /** In bytes. */
      readonly received: number;
      readonly total: number | undefined;
    }
  | { readonly kind: "installed"; readonly result: InstalledProvider }
);

/** The result for one provider. */
export interface InstalledProvider {
  readonly provider: WantedProvider;
  readonly version: string;
  /** The version in the lock file before. */
  readonly previous: string | undefined;
  /** The title of the place, or where the package was found: `cache`. */
  readonly from: string;
  /** Whether the package was not on this machine. */
  readonly isNew: boolean;
  readonly signedBy?: string;
  /** The new entry of the lock file. */
  readonly locked: LockedProvider;
  readonly diagnostics: readonly Diagnostic[];
}

export interface InstallPorts {
  readonly places: ProviderPlaces;
  readonly sources: PackageSources;
  readonly signal?: AbortSignal;
  readonly report?: (event: InstallEvent) => void;
}

export interface InstallOptions {
  /** Chooses the newest allowed versions instead of the locked ones. */
  readonly upgrade?: boolean;
  /** For messages. `sources` must not use the network then. */
  readonly offline?: boolean;
}

export interface Installation {
  readonly installed: readonly InstalledProvider[];
  /** Warnings of overridden providers, which are not installed. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Installs providers into the cache. Every package is verified. The lock file is not written: if all providers were installed, the
 * caller applies `withInstalled` to it. Throws a DiagnosticError with the problems of all providers.
 */
export async function installProviders(
  wanted: readonly WantedProvider[],
  ports: InstallPorts,
  options: InstallOptions = {},
): Promise<Installation> {
  const locks = readLockedProviders(ports.places.projectFolder);
  const limiter = new Limiter(concurrentInstalls);
  const diagnostics: Diagnostic[] = [...ports.places.diagnostics];
  const results = await Promise.allSettled(
    onePerAddress(wanted).map((provider) =>
      limiter.run(async () => {
        const { address } = provider.source;
        const override = await overriddenProgram(address, ports.places);
        if (override !== undefined) diagnostics.push(override.warning);
        if (override !== undefined) return undefined;
        const result = await installOne(provider, lockedProvider(locks, address), ports, options);
        ports.report?.({ kind: "installed", provider, result });
        return result;
      }),
    ),
  );
  throwProblems(results);
  const installed = results.flatMap((each) => (each.status === "fulfilled" ? (each.value ?? []) : []));
  return { installed, diagnostics };
}

/** Returns the lock file with the entries of installed providers. Without any, a missing file becomes an empty text. */
export function withInstalled(text: string | undefined, installed: readonly InstalledProvider[]): LockEdit {
  let edit: LockEdit = { kind: "text", text: text ?? "" };
  for (const { locked } of installed) {
    if (edit.kind === "fault") return edit;
    edit = withLocked(edit.text, locked);
  }
  return edit;
}

/** Downloads share one connection to the network, so more at the same time are not faster. */
const concurrentInstalls = 4;

/** Several packages may use the same provider; their constraints must all hold then. */
function onePerAddress(wanted: readonly WantedProvider[]): readonly WantedProvider[] {
  const byAddress = new Map<string, WantedProvider>();
  for (const each of wanted) {
    const key = addressText(each.source.address);
    const other = byAddress.get(key);
    byAddress.set(key, other === undefined ? each : both(other, each));
  }
  return [...byAddress.values()];
}

function both(a: WantedProvider, b: WantedProvider): WantedProvider {
  const texts = [a, b].flatMap(({ source }) => source.constraint?.text ?? []);
  const parsed = texts.length === 0 ? undefined : parseConstraint(texts.join(", "));
  if (parsed?.kind === "fault") throw new Error(`This is a bug: ${parsed.message}`);
  const { address } = a.source;
  return {
    name: `${a.name}, ${b.name}`,
    source: { address, ...(parsed === undefined ? {} : { constraint: parsed.constraint }) },
  };
}

function throwProblems(results: readonly PromiseSettledResult<unknown>[]): void {
  const reasons = results.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const other = reasons.find((reason) => !isDiagnosticError(reason));
  // oxlint-disable-next-line typescript/only-throw-error -- thrown again as it was
  if (other !== undefined) throw other;
  const [first, ...rest] = reasons.filter(isDiagnosticError).flatMap(({ diagnostics }) => diagnostics);
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}

async function installOne(
  provider: WantedProvider,
  locked: LockedProvider | undefined,
  ports: InstallPorts,
  { upgrade = false, offline = false }: InstallOptions,
): Promise<InstalledProvider> {
  const { places, sources, signal, report } = ports;
  const { address, constraint } = provider.source;
  report?.({ kind: "resolving", provider });
  const kept = upgrade ? undefined : keptVersion(locked, constraint);
  const there = await presentPackage(provider, locked, { version: kept, places });
  if (there !== undefined) return there;
  const asked = await sources(address);
  const offers = (await Promise.all(asked.map((source) => offersOf(source, provider, signal)))).flat();
  if (offers.length === 0) throw new DiagnosticError(problems.notAnywhere(provider, asked, offline));
  const { platform } = places;
  const choice = chooseVersion(offers, { constraint, locked: upgrade ? undefined : locked, platform });
  if (choice.kind !== "version")
    throw new DiagnosticError(problems.noChoice(provider, choice, { offers, platform, kept }));
  const again = await presentPackage(provider, locked, { version: choice.version, places });
  return again ?? fetchPackage(provider, locked, choice, ports);
}

async function offersOf(
  source: PackageSource,
  { source: { address } }: WantedProvider,
  signal: AbortSignal | undefined,
): Promise<Offer[]> {
  const versions = await source.versions(address, signal);
  return versions === undefined ? [] : [{ source, versions }];
}

/** Returns the result for a version whose verified package is on this machine. Packages in mirrors are copied into the cache. */
async function presentPackage(
  provider: WantedProvider,
  locked: LockedProvider | undefined,
  { version, places }: { readonly version: string | undefined; readonly places: ProviderPlaces },
): Promise<InstalledProvider | undefined> {
  if (locked === undefined || locked.version !== version) return undefined;
  const id = { address: provider.source.address, version, platform: places.platform };
  const { found } = await searchUnpacked(id, locked.hashes, places);
  if (found === undefined || found.from === "filesystem mirror") return undefined;
  return {
    provider,
    version,
    previous: locked.version,
    from: found.from,
    isNew: false,
    locked: lockEntry(provider, version, locked.hashes),
    diagnostics: [],
  };
}

async function fetchPackage(
  provider: WantedProvider,
  locked: LockedProvider | undefined,
  { version, source }: { readonly version: string; readonly source: PackageSource },
  { places, signal, report }: InstallPorts,
): Promise<InstalledProvider> {
  const { address } = provider.source;
  const known = locked?.version === version ? locked.hashes : [];
  const wanted = { address, version, platform: places.platform, locked: known };
  const { title: from } = source;
  let hash = "";
  let fetched: FetchedPackage | undefined;
  const added = await addToCache(places.cache, wanted, async (folder) => {
    fetched = await source.fetch(wanted, folder, {
      signal,
      progress: (received, total) =>
        report?.({ kind: "downloading", provider, version, from, received, total }),
    });
    hash = await verifiedHash(wanted, folder, { hashes: fetched.hashes, title: from });
    return hash;
  });
  const { hashes = [], signedBy, diagnostics = [] } = fetched ?? {};
  return {
    provider,
    version,
    previous: locked?.version,
    from,
    isNew: added.isNew,
    ...(signedBy === undefined ? {} : { signedBy }),
    locked: lockEntry(provider, version, [...known, ...hashes, hash]),
    diagnostics,
  };
}

/**
 * Returns the hash of a fetched package. Throws a DiagnosticError if it is not the locked one, or has no program. `hashes` are those
 * of its archive; a place that also states other archives has compared its own with the lock file.
 */
export async function verifiedHash(
  wanted: PackageId & { readonly locked: readonly string[] },
  folder: string,
  { hashes, title }: { readonly hashes: readonly string[]; readonly title: string },
): Promise<string> {
  const hash = await packageHash(folder);
  const found = [hash, ...hashes];
  if (wanted.locked.length > 0 && !found.some((each) => wanted.locked.includes(each)))
    throw new DiagnosticError(problems.fetchedMismatch(wanted, { title, found }));
  if ((await programIn(folder, wanted.address)) === undefined)
    throw new DiagnosticError(problems.noProgram(wanted, title));
  return hash;
}

function lockEntry(
  { source: { address, constraint } }: WantedProvider,
  version: string,
  hashes: readonly string[],
): LockedProvider {
  return {
    address,
    version,
    ...(constraint === undefined ? {} : { constraints: constraint.text }),
    hashes: [...new Set(hashes)].sort(),
  };
}
