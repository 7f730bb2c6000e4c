import type { Diagnostic, PackageRecord, Registration, Snapshot } from "../../model/index.js";
import type { PackageHost } from "../../provider/contract/index.js";

/** A package that the program or state uses. */
export interface UsedPackage extends PackageRecord {
  readonly usedBy: "program" | "state" | "both";
  /** Of how many types state has objects that it manages, and how many of these there are. */
  readonly types: number;
  readonly resources: number;
  /** Other versions, or modules, that objects in state were last managed by. */
  readonly recorded: readonly PackageRecord[];
}

export interface UsedPackages {
  readonly packages: readonly UsedPackage[];
  /** Why a package that is asked for was not found. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The packages that a program asks for and those that state names, by name. Nothing of state is changed. */
export async function usedPackages(
  registrations: readonly Registration[],
  snapshot: Snapshot,
  host: Pick<PackageHost, "forResource">,
): Promise<UsedPackages> {
  const { loaded, diagnostics } = await packagesOfProgram(registrations, host);
  const inState = packagesOfState(snapshot);
  const names = [...new Set([...loaded.keys(), ...inState.keys()])].sort();
  return { packages: names.map((name) => used(loaded.get(name), inState.get(name))), diagnostics };
}

async function packagesOfProgram(
  registrations: readonly Registration[],
  host: Pick<PackageHost, "forResource">,
): Promise<{ loaded: ReadonlyMap<string, PackageRecord>; diagnostics: readonly Diagnostic[] }> {
  const managed = registrations.filter(({ kind }) => kind !== "component");
  const perType = new Map(managed.map((registration) => [registration.type, registration]));
  const answers = await Promise.all([...perType.values()].map((each) => host.forResource(each)));
  return {
    loaded: new Map(
      answers.flatMap((answer) => (answer.kind === "loaded" ? [[answer.record.name, answer.record]] : [])),
    ),
    diagnostics: answers.flatMap((answer) => (answer.kind === "rejected" ? answer.diagnostics : [])),
  };
}

interface InState {
  readonly types: Set<string>;
  readonly records: Map<string, PackageRecord>;
  resources: number;
}

function packagesOfState({ objects, resources }: Snapshot): ReadonlyMap<string, InState> {
  const found = new Map<string, InState>();
  for (const { rid, package: record, stored, status } of objects.values()) {
    if (record === undefined) continue;
    const known = found.get(record.name) ?? { types: new Set(), records: new Map(), resources: 0 };
    found.set(record.name, known);
    known.records.set(`${record.version} ${record.module}`, record);
    if (resources.get(rid)?.kind === "provider") continue;
    known.types.add(stored.type);
    if (status === "current") known.resources++;
  }
  return found;
}

/** What the program has comes before what state remembers. */
function used(loaded: PackageRecord | undefined, inState: InState | undefined): UsedPackage {
  const records = [...(inState?.records.values() ?? [])];
  const record = loaded ?? records.at(-1)!;
  const isSame = (other: PackageRecord) => other.version === record.version && other.module === record.module;
  return {
    name: record.name,
    version: record.version,
    module: record.module,
    usedBy: inState === undefined ? "program" : loaded === undefined ? "state" : "both",
    types: inState?.types.size ?? 0,
    resources: inState?.resources ?? 0,
    recorded: records.filter((each) => !isSame(each)),
  };
}
