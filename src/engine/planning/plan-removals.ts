import {
  type Diagnostic,
  isDiagnosticError,
  objectKey,
  type ObjectRow,
  type PlannedDelete,
  type Reason,
  type Registration,
  type ResourceId,
  type ResourceRow,
  type Snapshot,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { located } from "../facts/located.js";
import { isRepeated } from "../facts/prior-state.js";
import { accepted } from "../providers/accepted.js";
import { findObjectsInUse } from "./find-objects-in-use.js";
import { planDelete, type PlanDeletePorts } from "./plan-delete.js";
import { recordedSighting } from "./sighting.js";
import { stillNeeded } from "../targets/still-needed.js";
import type { StackConfig } from "../providers/default-configuration.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import type { NamedPlace } from "../facts/resource-problem.js";
import type { WalkedResource } from "../facts/walked.js";
import type { WalkedRemoval } from "../facts/worked-plan.js";
import {
  recordedProvider,
  upgradedObject,
  type RecordedProviderPorts,
} from "../providers/recorded-provider.js";

export interface RemovalPorts extends PlanDeletePorts {
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  /** Returns the program's configuration of a provider resource, if the program still declares it. */
  readonly configuration: (urn: string) => Promise<ValueObject | undefined>;
  readonly settings: StackConfig;
  readonly settingsNow: RecordedProviderPorts["settingsNow"];
  readonly refresh: boolean;
  /** The declared resources, by URN. */
  readonly wanted: ReadonlyMap<string, Registration>;
  /** Resources that must not be touched. Their dependencies must not be removed either. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Resources that the plan must not touch. */
  readonly untouched: ReadonlySet<ResourceId>;
  /** Resources that must not be removed because an excluded resource depends on them. */
  readonly neededByExcluded: ReadonlySet<ResourceId>;
  /** The declared resources that are replaced. */
  readonly replaced: readonly WalkedResource[];
  /** Returns why a callback that may have created this resource did not run; undefined if all of them ran. */
  readonly notRun: (row: ResourceRow) => Reason | undefined;
}

/** An object that the program no longer declares, and whose removal could not be planned. */
export interface FailedRemoval {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
  readonly by: "failed";
  readonly diagnostics: readonly Diagnostic[];
  /** True if the provider refuses to delete it. */
  readonly isRefused: boolean;
}

export interface WalkedRemovals {
  readonly removals: readonly (WalkedRemoval | FailedRemoval)[];
  /** URNs of resources that a callback that did not run may still declare, and of their dependencies. */
  readonly kept: ReadonlySet<string>;
  /** Records whose objects must not be deleted, each with the URN of the resource that keeps the object. */
  readonly inUse: ReadonlyMap<string, string>;
  /** The planned deletes of replaced objects, by URN. */
  readonly formers: ReadonlyMap<string, FormerDelete>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The plan for deleting a replaced object, or the provider's refusal. */
export type FormerDelete =
  | { readonly ok: true; readonly planned: PlannedDelete }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly isRefused: boolean };

/** Plans the removal of everything in state that the program does not declare, and of leftovers of replacements. */
export async function planRemovals(ports: RemovalPorts): Promise<WalkedRemovals> {
  const kept = keptResources(ports);
  const held = heldResources(ports);
  const unwanted: { readonly row: ResourceRow; readonly object: ObjectRow }[] = [];
  for (const object of ports.snapshot.objects.values()) {
    const row = ports.snapshot.resources.get(object.rid)!;
    const isUnwanted = object.status === "doomed" ? !isStillUsed(row, ports) : !ports.wanted.has(row.urn);
    if (isUnwanted && !held.has(row.rid)) unwanted.push({ row, object });
  }
  const reasonToStay = (rid: ResourceId) => (isApart(rid, ports) ? notTargeted : kept.get(rid));
  const inUse = await findObjectsInUse(
    unwanted.filter(({ row }) => reasonToStay(row.rid) === undefined),
    ports,
  );
  const isCurrentInUse = (rid: ResourceId) => {
    const current = ports.state.currentOf(rid);
    return current !== undefined && inUse.has(objectKey(rid, current.generation));
  };
  const refusals = new Set<Diagnostic>();
  const formers = await planFormers(inUse, ports, refusals);
  const walked = await Promise.all(
    unwanted.map(async ({ row, object }) => {
      const reason = reasonToStay(row.rid);
      if (reason !== undefined) return { row, object, by: "keep", reason, provider: undefined } as const;
      const by = inUse.get(objectKey(object.rid, object.generation));
      if (by !== undefined)
        return { row, object, by: "forget", reason: { kind: "in-use", by }, provider: undefined } as const;
      const mayLeave = (rid: ResourceId) => !kept.has(rid) && !held.has(rid) && !isCurrentInUse(rid);
      return planRemoval(row, object, mayLeave, ports, refusals).catch(
        (error: unknown) => ({ row, object, by: "failed", ...failureOf(error, row, refusals) }) as const,
      );
    }),
  );
  return {
    removals: walked,
    kept: new Set([...kept.keys()].map((rid) => ports.state.urnOf(rid))),
    inUse,
    formers,
    diagnostics: stillNeeded(
      walked.flatMap(({ row, by }) => (by === "keep" || by === "failed" ? [] : [row])),
      ports,
    ),
  };
}

/**
 * Returns why a removal could not be planned, with the position of its resource. Rethrows errors that are not
 * diagnostics: they are bugs.
 */
function failureOf(
  error: unknown,
  { urn: own, position }: NamedPlace,
  refusals: ReadonlySet<Diagnostic>,
): { readonly diagnostics: readonly Diagnostic[]; readonly isRefused: boolean } {
  if (!isDiagnosticError(error)) throw error;
  const isRefused = error.diagnostics.some((each) => refusals.has(each));
  return {
    diagnostics: located(error.diagnostics, (urn) => (urn === own ? position : undefined)),
    isRefused,
  };
}

/** Plans the deletes of replaced objects, as far as these are really deleted. */
async function planFormers(
  inUse: ReadonlyMap<string, string>,
  ports: RemovalPorts,
  refusals: Set<Diagnostic>,
): Promise<WalkedRemovals["formers"]> {
  const formers = new Map<string, FormerDelete>();
  const plan = async ({ registration, prior, observed, options }: WalkedResource) => {
    const { row, stored } = prior!;
    const object = { ...prior!.object, stored };
    const stays = options.retainOnDelete || inUse.has(objectKey(row.rid, object.generation));
    if (stays || object.status !== "current") return;
    try {
      const provider = await recordedProvider(row, object, ports);
      const found = observed === "absent" ? undefined : observed;
      const deleted = { urn: registration.urn, object, observed: found };
      const planned = await planDelete(provider, deleted, ports, refusals);
      if (planned !== undefined) formers.set(registration.urn, { ok: true, planned });
    } catch (error) {
      formers.set(registration.urn, { ok: false, ...failureOf(error, registration, refusals) });
    }
  };
  await Promise.all(ports.replaced.map(plan));
  return formers;
}

const notTargeted: Reason = { kind: "not-targeted" };

function isApart(rid: ResourceId, { untouched, neededByExcluded }: RemovalPorts): boolean {
  return untouched.has(rid) || neededByExcluded.has(rid);
}

/** For a leftover of a replacement: true if an unchanged resource may still depend on it. */
function isStillUsed({ rid }: ResourceRow, { state, untouched }: RemovalPorts): boolean {
  return untouched.has(rid) || state.dependents(rid).some((each) => untouched.has(each.rid));
}

/**
 * Returns the resources that a callback that did not run may still declare, and their dependencies, each with the
 * reason.
 */
function keptResources({ snapshot, state, wanted, notRun }: RemovalPorts): ReadonlyMap<ResourceId, Reason> {
  const kept = new Map<ResourceId, Reason>();
  for (const row of snapshot.resources.values()) {
    const reason = wanted.has(row.urn) ? undefined : notRun(row);
    if (reason !== undefined) kept.set(row.rid, reason);
  }
  for (const [rid, reason] of kept) {
    const { urn, parent, origin } = snapshot.resources.get(rid)!;
    if (wanted.has(urn)) continue;
    const needed = state
      .objectsOf(rid)
      .flatMap(({ edges, provider }) => [...edges.map(({ to }) => to), provider]);
    for (const need of [...needed, parent, ...origin.flatMap(({ waitsFor }) => waitsFor)]) {
      if (need !== undefined && !kept.has(need) && snapshot.resources.has(need)) kept.set(need, reason);
    }
  }
  return kept;
}

async function planRemoval(
  row: ResourceRow,
  object: ObjectRow,
  mayLeave: (rid: ResourceId) => boolean,
  ports: RemovalPorts,
  refusals: Set<Diagnostic>,
): Promise<WalkedRemoval> {
  // The object of a repeated interrupted create is deleted as soon as it exists.
  const gone: Reason = isRepeated(object) ? { kind: "repeated", next: "delete" } : { kind: "not-in-program" };
  // A resource that is only read is never deleted, but a leftover from when it was managed is.
  const isManaged = object.status === "doomed" || (row.kind === "custom" && object.status !== "owed");
  const goesWith = row.options.retainOnDelete ? undefined : deletedWithAnother(object, mayLeave, ports);
  const forgotten = { row, object, by: "forget", reason: gone, provider: undefined } as const;
  if (goesWith !== undefined) return { ...forgotten, goesWith };
  if (!isManaged || row.options.retainOnDelete) return forgotten;
  const provider = await recordedProvider(row, object, ports);
  const upgraded = await upgradedObject(row, object, ports);
  const deleted: WalkedRemoval = { row, object: upgraded, by: "delete", reason: gone, provider };
  if (!provider.ready || isRepeated(object)) return deleted;
  const plan = (observed: Stored | undefined) =>
    planDelete(provider, { urn: row.urn, object: upgraded, observed }, ports, refusals);
  if (!ports.refresh) return { ...deleted, planned: await plan(undefined) };
  const found = accepted(
    await ports.limiter.run((aside) =>
      provider.read({ ...ports.call(row.urn), aside }, { prior: upgraded.stored }),
    ),
  );
  const sighting = recordedSighting(row, object, found.kind === "absent", ports.state);
  return found.kind === "absent"
    ? { ...deleted, by: "forget", reason: { kind: "no-longer-present" }, sighting }
    : { ...deleted, planned: await plan(found.stored), sighting };
}

/** Returns the resource whose deletion also deletes this object; undefined if that one is not deleted. */
function deletedWithAnother(
  { edges }: ObjectRow,
  mayLeave: (rid: ResourceId) => boolean,
  ports: RemovalPorts,
): string | undefined {
  const { wanted, state, snapshot } = ports;
  const leaves = (rid: ResourceId): boolean => {
    const { urn, kind, options } = snapshot.resources.get(rid)!;
    const isDeleted = kind === "custom" && !options.retainOnDelete;
    return isDeleted && !wanted.has(urn) && !isApart(rid, ports) && mayLeave(rid);
  };
  const edge = edges.find(({ kind, to }) => kind === "deleted-with" && leaves(to));
  return edge && state.urnOf(edge.to);
}

/**
 * Returns the resources that must not be removed: those with unresolved operations, declared resources that are held
 * back with them and keep their records, and all dependencies of these.
 */
function heldResources({ snapshot, state, wanted, held }: RemovalPorts): ReadonlySet<ResourceId> {
  const rids = [...snapshot.resources.values()].filter(({ urn }) => held.has(urn)).map(({ rid }) => rid);
  const found = new Set(rids);
  for (const rid of found) {
    for (const dependent of state.dependents(rid)) {
      if (wanted.has(state.urnOf(dependent.rid))) found.add(dependent.rid);
    }
  }
  for (const rid of found) for (const need of state.needs(rid)) found.add(need);
  return found;
}
