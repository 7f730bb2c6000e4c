import type { Registration, ResourceId, ValueObject } from "../../model/index.js";
import { bookkeeping, type Recorded } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { PriorState, WalkedResource } from "../planning/walked.js";

/** What differs between what state says about a resource and what it will say once the plan has been applied; in words. */
export function differencesInState(
  registration: Registration,
  prior: PriorState,
  asked: Pick<WalkedResource, "needs" | "options" | "origin">,
  inputs: ValueObject,
  state: SnapshotIndex,
): readonly string[] {
  const after = recordedAfter(registration, asked, inputs, prior.stored.schemaVersion);
  return bookkeeping(
    recordedBefore(prior, (rid) => state.urnOf(rid)),
    after,
  );
}

/** What state says about a resource, with others by URN. */
function recordedBefore({ row, object, stored }: PriorState, urnOf: (rid: ResourceId) => string): Recorded {
  return {
    urn: row.urn,
    parent: row.parent === undefined ? undefined : urnOf(row.parent),
    globalId: row.globalId,
    options: row.options,
    edges: new Set([
      ...object.edges.map(({ kind, field = "", to }) => `${kind} ${field} ${urnOf(to)}`),
      ...row.origin.flatMap(({ waitsFor }) => waitsFor.map((rid) => `origin ${urnOf(rid)}`)),
    ]),
    schemaVersion: object.stored.schemaVersion,
    inputs: stored.inputs,
  };
}

/** What state will say about it once the plan has been applied. */
function recordedAfter(
  registration: Registration,
  { needs, options, origin }: Pick<WalkedResource, "needs" | "options" | "origin">,
  inputs: ValueObject,
  schemaVersion: number,
): Recorded {
  return {
    urn: registration.urn,
    parent: registration.parent?.urn,
    globalId: registration.options.globalId,
    options,
    edges: new Set([
      ...needs.map(({ kind, field = "", to }) => `${kind} ${field} ${to.urn}`),
      ...origin.flatMap(({ waitsFor }) => waitsFor.map((urn) => `origin ${urn}`)),
    ]),
    schemaVersion,
    inputs,
  };
}
