import type { Registration, ResourceId, ValueObject } from "../../model/index.js";
import { bookkeeping, type Recorded } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { PriorState, WalkedResource } from "../planning/walk/walked.js";

/** What differs between what state says about a resource and what it will say once the plan has been applied; in words. */
export function differencesInState(
  registration: Registration,
  prior: PriorState,
  asked: AskedOfState,
  inputs: ValueObject,
  state: SnapshotIndex,
): readonly string[] {
  const after = recordedAfter(registration, asked, inputs, prior.stored.schemaVersion);
  const before = recordedBefore(prior, asked.formerUrn, (rid) => state.urnOf(rid));
  return bookkeeping(before, after);
}

type AskedOfState = Pick<WalkedResource, "needs" | "options" | "origin" | "globalId" | "formerUrn">;

/** What state says about a resource, with others by URN. */
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
    edges: new Set([
      ...object.edges.map(({ kind, field = "", to }) => `${kind} ${field} ${urnOf(to)}`),
      ...row.origin.flatMap(({ waitsFor }) => waitsFor.map((rid) => `origin ${urnOf(rid)}`)),
      ...memberKeys(row.origin),
    ]),
    schemaVersion: object.stored.schemaVersion,
    inputs: stored.inputs,
  };
}

/** What state will say about it once the plan has been applied. */
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
    edges: new Set([
      ...needs.map(({ kind, field = "", to }) => `${kind} ${field} ${to.urn}`),
      ...origin.flatMap(({ waitsFor }) => waitsFor.map((urn) => `origin ${urn}`)),
      ...memberKeys(origin),
    ]),
    schemaVersion,
    inputs,
  };
}

function memberKeys(origin: readonly { readonly key?: string }[]): readonly string[] {
  return origin.flatMap(({ key }) => (key === undefined ? [] : [`member ${key}`]));
}
