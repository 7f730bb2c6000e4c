import {
  type Diagnostic,
  isDiagnosticError,
  objectKey,
  type ObjectRow,
  type Reason,
  type Registration,
  type ResourceId,
  type ResourceRow,
  type Snapshot,
  type ValueObject,
} from "../../model/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { Limiter } from "../../std/limiter.js";
import { located } from "../facts/located.js";
import { isRepeated } from "../facts/prior-state.js";
import { accepted } from "../providers/accepted.js";
import { findObjectsInUse } from "./find-objects-in-use.js";
import { recordedSighting } from "./sighting.js";
import { stillNeeded } from "../targets/still-needed.js";
import type { StackConfig } from "../providers/default-configuration.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import type { WalkedResource } from "../facts/walked.js";
import type { WalkedRemoval } from "../facts/worked-plan.js";
import { recordedProvider, upgradedObject } from "../providers/recorded-provider.js";

export interface RemovalPorts {
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly limiter: Limiter;
  readonly call: (urn: string) => ProviderCall;
  /** The configuration that the program has for a provider resource, if it still has it. */
  readonly configuration: (urn: string) => Promise<ValueObject | undefined>;
  readonly settings: StackConfig;
  readonly refresh: boolean;
  /** The resources of the program, by URN. */
  readonly wanted: ReadonlyMap<string, Registration>;
  /** Resources that must not be touched; nor may anything be removed that they need. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  /** What stays as it is, because the plan may not touch it. */
  readonly untouched: ReadonlySet<ResourceId>;
  /** What may not be taken away, because something excluded needs it. */
  readonly neededByExcluded: ReadonlySet<ResourceId>;
  /** The resources of the program that are replaced. */
  readonly replaced: readonly WalkedResource[];
  /** Says why a callback that may have made this resource did not run; undefined if all of them ran. */
  readonly notRun: (row: ResourceRow) => Reason | undefined;
}

/** An object that the program does not ask for any more, and that could not be asked about. */
export interface FailedRemoval {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
  readonly by: "failed";
  readonly diagnostics: readonly Diagnostic[];
}

export interface WalkedRemovals {
  readonly removals: readonly (WalkedRemoval | FailedRemoval)[];
  /** The URNs of what may still be asked for by a callback that did not run, and of what that needs. */
  readonly kept: ReadonlySet<string>;
  /** Records whose objects must not be deleted, each with the URN of the resource that keeps the object. */
  readonly inUse: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides over everything in state that the program does not ask for, and over what replacements left behind. */
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
  const walked = await Promise.all(
    unwanted.map(async ({ row, object }) => {
      const reason = reasonToStay(row.rid);
      if (reason !== undefined) return { row, object, by: "keep", reason, provider: undefined } as const;
      const by = inUse.get(objectKey(object.rid, object.generation));
      if (by !== undefined)
        return { row, object, by: "forget", reason: { kind: "in-use", by }, provider: undefined } as const;
      const mayLeave = (rid: ResourceId) => !kept.has(rid) && !held.has(rid) && !isCurrentInUse(rid);
      return planRemoval(row, object, mayLeave, ports).catch((error: unknown) => {
        if (!isDiagnosticError(error)) throw error;
        const diagnostics = located(error.diagnostics, (urn) => (urn === row.urn ? row.position : undefined));
        return { row, object, by: "failed", diagnostics } as const;
      });
    }),
  );
  return {
    removals: walked,
    kept: new Set([...kept.keys()].map((rid) => ports.state.urnOf(rid))),
    inUse,
    diagnostics: stillNeeded(
      walked.flatMap(({ row, by }) => (by === "keep" || by === "failed" ? [] : [row])),
      ports,
    ),
  };
}

const notTargeted: Reason = { kind: "not-targeted" };

function isApart(rid: ResourceId, { untouched, neededByExcluded }: RemovalPorts): boolean {
  return untouched.has(rid) || neededByExcluded.has(rid);
}

/** Of what a replacement left behind: whether something that stays as it is may still need it. */
function isStillUsed({ rid }: ResourceRow, { state, untouched }: RemovalPorts): boolean {
  return untouched.has(rid) || state.dependents(rid).some((each) => untouched.has(each.rid));
}

/** What a callback that did not run may still ask for, and what that needs; each with the reason. */
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
): Promise<WalkedRemoval> {
  // What a create that was cut off makes when it is repeated leaves as soon as it is there.
  const gone: Reason = isRepeated(object) ? { kind: "repeated", next: "delete" } : { kind: "not-in-program" };
  // What is only read is nobody's to delete, but what it left when it was managed is.
  const isManaged = object.status === "doomed" || (row.kind === "custom" && object.status !== "owed");
  const goesWith = row.options.retainOnDelete ? undefined : deletedWithAnother(object, mayLeave, ports);
  const forgotten = { row, object, by: "forget", reason: gone, provider: undefined } as const;
  if (goesWith !== undefined) return { ...forgotten, goesWith };
  if (!isManaged || row.options.retainOnDelete) return forgotten;
  const provider = await recordedProvider(row, object, ports);
  const upgraded = await upgradedObject(row, object, ports);
  const deleted: WalkedRemoval = { row, object: upgraded, by: "delete", reason: gone, provider };
  if (!provider.ready || !ports.refresh || isRepeated(object)) return deleted;
  const found = accepted(
    await ports.limiter.run((aside) =>
      provider.read({ ...ports.call(row.urn), aside }, { prior: upgraded.stored }),
    ),
  );
  const isGone = found.kind === "absent";
  const sighting = recordedSighting(row, object, isGone, ports.state);
  return isGone
    ? { ...deleted, by: "forget", reason: { kind: "no-longer-present" }, sighting }
    : { ...deleted, sighting };
}

/** The resource whose object takes this one along when it is deleted; none if that one stays in the world. */
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
 * What nothing may be removed of: resources whose fate is not known, those of the program that are held back with
 * them and so stay as they are recorded, and everything that any of these needs.
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
