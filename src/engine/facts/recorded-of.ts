import type { Registration, ResourceId, ValueObject } from "../../model/index.js";
import { bookkeeping, type Recorded } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { WalkedResource } from "./walked.js";
import type { PriorState } from "./prior-state.js";

/** Returns the differences in state that applying the plan makes for a resource, in words. */
export function differencesInState(
  registration: Registration,
  prior: PriorState | undefined,
  asked: AskedOfState,
  inputs: ValueObject,
  state: SnapshotIndex,
): readonly string[] {
  if (prior === undefined) return nothing;
  const after = recordedAfter(registration, asked, inputs, prior.stored.schemaVersion);
  const before = recordedBefore(prior, asked.formerUrn, (rid) => state.urnOf(rid));
  return bookkeeping(before, after);
}

const nothing: readonly string[] = [];

type AskedOfState = Pick<WalkedResource, "needs" | "options" | "origin" | "globalId" | "formerUrn">;

/** Returns the current record of a resource, with other resources by URN. */
function recordedBefore(
  { row, object, stored }: PriorState,
  formerUrn: string | undefined,
  urnOf: (rid: ResourceId) => string,
): Recorded {
  return {
    urn: formerUrn ?? row.urn,
    parent: row.parent === undefined ? undefined : urnOf(row.parent),
    globalId: row.globalId,
    options: row.options,
    edges: [
      ...object.edges.map(({ kind, field = "", to }) => `${kind} ${field} ${urnOf(to)}`),
      ...originEdges(row.origin, urnOf),
    ],
    schemaVersion: object.stored.schemaVersion,
    inputs: stored.inputs,
  };
}

/** Returns the record of a resource after the plan is applied. */
function recordedAfter(
  registration: Registration,
  { needs, options, origin, globalId }: AskedOfState,
  inputs: ValueObject,
  schemaVersion: number,
): Recorded {
  return {
    urn: registration.urn,
    parent: registration.parent?.urn,
    globalId,
    options,
    edges: [
      ...needs.map(({ kind, field = "", to }) => `${kind} ${field} ${to.urn}`),
      ...originEdges(origin, (urn) => urn),
    ],
    schemaVersion,
    inputs,
  };
}

/** Returns the resources that the callbacks of a resource wait for, and the members that it was created for. */
function originEdges<Waited>(
  origin: readonly { readonly waitsFor: readonly Waited[]; readonly key?: string }[],
  urnOf: (waited: Waited) => string,
): readonly string[] {
  if (origin.length === 0) return [];
  const waitsFor = origin.flatMap((each) => each.waitsFor.map((waited) => `origin ${urnOf(waited)}`));
  return [...waitsFor, ...origin.flatMap(({ key }) => (key === undefined ? [] : [`member ${key}`]))];
}
