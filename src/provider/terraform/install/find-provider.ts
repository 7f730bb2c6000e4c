import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import {
  allows,
  isInScope,
  lockedProvider,
  parseVersion,
  type LockedProvider,
  type ProviderAddress,
} from "../../../terraform/source/index.js";
import { mirroredVersions, unpackedIn } from "./filesystem-mirror.js";
import * as problems from "./find-problems.js";
import { overriddenProgram } from "./overridden.js";
import type { PackageId } from "./package-layout.js";
import { programIn } from "./provider-program.js";
import type { ProviderPlaces } from "./provider-places.js";
import { rememberedHash } from "./remembered-hash.js";
import { readLockedProviders, type WantedProvider } from "./wanted-provider.js";

/** A program that may be started: its package has a hash of the lock file, or the user overrode it. */
export interface FoundProvider {
  readonly program: string;
  /** Undefined for an override. */
  readonly locked: LockedProvider | undefined;
  readonly from: "override" | "cache" | ".terraform/providers" | "filesystem mirror";
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the program of a provider by the lock file, without the network. Throws a DiagnosticError if it is not there. */
export async function findProvider(wanted: WantedProvider, places: ProviderPlaces): Promise<FoundProvider> {
  const { address, constraint } = wanted.source;
  const override = await overriddenProgram(address, places);
  if (override !== undefined) {
    const { program, warning } = override;
    return { program, locked: undefined, from: "override", diagnostics: [warning] };
  }
  const locked = lockedProvider(readLockedProviders(places.projectFolder), address);
  if (locked === undefined) throw new DiagnosticError(problems.notLocked(wanted));
  if (constraint !== undefined && !allows(constraint, parseVersion(locked.version)!))
    throw new DiagnosticError(problems.lockedOutside(wanted, locked));
  const id = { address, version: locked.version, platform: places.platform };
  const search = await searchUnpacked(id, locked.hashes, places);
  if (search.found !== undefined) return { ...search.found, locked, diagnostics: [] };
  const [mismatch] = search.mismatches;
  if (mismatch !== undefined) throw new DiagnosticError(problems.mismatch(id, mismatch, locked.hashes));
  throw new DiagnosticError(
    problems.notInstalled(id, {
      searched: unpackedPlaces(address, places)
        .filter(({ path, from }) => from === "cache" || existsSync(path))
        .map(({ path }) => path),
      platforms: await platformsOf(id, places),
    }),
  );
}

/** An unpacked package with a hash that the lock file does not have. */
export interface Mismatch {
  readonly folder: string;
  readonly hash: string;
}

interface Search {
  readonly found: Pick<FoundProvider, "program" | "from"> | undefined;
  readonly mismatches: readonly Mismatch[];
}

/** Looks for an unpacked package with one of the hashes. */
export async function searchUnpacked(
  id: PackageId,
  hashes: readonly string[],
  places: ProviderPlaces,
): Promise<Search> {
  const mismatches: Mismatch[] = [];
  for (const { path, from } of unpackedPlaces(id.address, places)) {
    const folder = await unpackedIn(path, id);
    const program = folder && (await programIn(folder, id.address));
    if (folder === undefined || program === undefined) continue;
    const hash = await rememberedHash(folder, places.memory).catch(() => undefined);
    if (hash === undefined) continue;
    if (hashes.includes(hash)) return { found: { program, from }, mismatches };
    mismatches.push({ folder, hash });
  }
  return { found: undefined, mismatches };
}

interface UnpackedPlace {
  readonly path: string;
  readonly from: Exclude<FoundProvider["from"], "override">;
}

/** The places with unpacked packages of a provider, in their order. */
function unpackedPlaces(address: ProviderAddress, places: ProviderPlaces): readonly UnpackedPlace[] {
  return [
    { path: places.cache, from: "cache" },
    { path: join(places.projectFolder, ".terraform", "providers"), from: ".terraform/providers" },
    ...mirrorFolders(address, places).map((path) => ({ path, from: "filesystem mirror" }) as const),
  ];
}

/** Returns the folders of the filesystem mirrors for a provider. */
export function mirrorFolders(
  address: ProviderAddress,
  { configuration, impliedMirrors, projectFolder }: ProviderPlaces,
): readonly string[] {
  if (configuration.methods === undefined) return impliedMirrors;
  return configuration.methods.flatMap((method) =>
    method.kind === "filesystem mirror" && isInScope(address, method)
      ? [resolve(projectFolder, method.path)]
      : [],
  );
}

/** Returns the platforms for which the places have this version. */
async function platformsOf(id: PackageId, places: ProviderPlaces): Promise<readonly string[]> {
  const found = await Promise.all(
    unpackedPlaces(id.address, places).map(({ path }) => mirroredVersions(path, id.address)),
  );
  const platforms = found.flatMap(
    (versions) => versions?.find(({ version }) => version === id.version)?.platforms ?? [],
  );
  return [...new Set(platforms)].sort();
}
