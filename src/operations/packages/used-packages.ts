import {
  packageKey,
  type Diagnostic,
  type PackageRecord,
  type Registration,
  type Snapshot,
} from "../../model/index.js";
import type { PackageHost } from "../../provider/contract/index.js";
import { groupBy } from "../../std/group-by.js";

/** A package that the program or state uses. */
export interface UsedPackage extends PackageRecord {
  readonly usedBy: "program" | "state" | "both";
  /** Number of its types with objects in state, and number of these objects. */
  readonly types: number;
  readonly resources: number;
  /** Other versions or modules that last managed objects in state. */
  readonly recorded: readonly PackageRecord[];
}

export interface UsedPackages {
  readonly packages: readonly UsedPackage[];
  /** The reasons why a declared package was not found. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the packages that the program uses and those that state names, sorted by name. Does not change state. */
export async function usedPackages(
  registrations: readonly Registration[],
  snapshot: Snapshot,
  host: Pick<PackageHost, "forResource">,
): Promise<UsedPackages> {
  const { loaded, diagnostics } = await packagesOfProgram(registrations, host);
  const inState = packagesOfState(snapshot);
  const names = [...new Set([...loaded.keys(), ...inState.keys()])].sort();
  const packages = names.flatMap((name) => used(loaded.get(name) ?? [], inState.get(name) ?? []));
  return { packages, diagnostics };
}

type ByName<Item> = ReadonlyMap<string, readonly Item[]>;

async function packagesOfProgram(
  registrations: readonly Registration[],
  host: Pick<PackageHost, "forResource">,
): Promise<{ loaded: ByName<PackageRecord>; diagnostics: readonly Diagnostic[] }> {
  const managed = registrations.filter(({ kind }) => kind !== "component");
  const perType = new Map(managed.map((each) => [`${each.type} ${each.options.version ?? ""}`, each]));
  const answers = await Promise.all([...perType.values()].map((each) => host.forResource(each)));
  const records = answers.flatMap((answer) => (answer.kind === "loaded" ? [answer.record] : []));
  const distinct = new Map(records.map((record) => [packageKey(record), record]));
  return {
    loaded: groupBy(distinct.values(), ({ name }) => name),
    diagnostics: answers.flatMap((answer) => (answer.kind === "rejected" ? answer.diagnostics : [])),
  };
}

/** One version of a package, with its objects in state. */
interface InState {
  readonly record: PackageRecord;
  readonly types: Set<string>;
  resources: number;
}

function packagesOfState({ objects, resources }: Snapshot): ByName<InState> {
  const found = new Map<string, InState>();
  for (const { rid, package: record, stored, status } of objects.values()) {
    if (record === undefined) continue;
    const key = packageKey(record);
    const known = found.get(key) ?? { record, types: new Set(), resources: 0 };
    found.set(key, known);
    if (resources.get(rid)?.kind === "provider") continue;
    known.types.add(stored.type);
    if (status === "current") known.resources++;
  }
  return groupBy(found.values(), ({ record }) => record.name);
}

/**
 * Returns the versions of one package. The program's versions take precedence over the recorded ones. If the
 * program has several versions, each counts its own objects; a single version counts all of them.
 */
function used(loaded: readonly PackageRecord[], inState: readonly InState[]): readonly UsedPackage[] {
  if (loaded.length < 2) return [usedVersion(loaded[0], inState)];
  const keys = new Set(loaded.map(packageKey));
  const isOf = (record: PackageRecord) => (each: InState) => packageKey(each.record) === packageKey(record);
  const left = inState.filter(({ record }) => !keys.has(packageKey(record)));
  return [
    ...loaded.map((record) => usedVersion(record, inState.filter(isOf(record)))),
    ...left.map((each) => usedVersion(undefined, [each])),
  ];
}

function usedVersion(loaded: PackageRecord | undefined, inState: readonly InState[]): UsedPackage {
  const record = loaded ?? inState.at(-1)!.record;
  const recorded = inState.filter((each) => packageKey(each.record) !== packageKey(record));
  return {
    ...record,
    usedBy: inState.length === 0 ? "program" : loaded === undefined ? "state" : "both",
    types: new Set(inState.flatMap(({ types }) => [...types])).size,
    resources: inState.reduce((sum, { resources }) => sum + resources, 0),
    recorded: recorded.map((each) => each.record),
  };
}
