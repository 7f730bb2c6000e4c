import type { Change, ResourceId } from "../../model/index.js";
import { monikerOf } from "../facts/named-resource.js";
import { propertyReads } from "../facts/property-reads.js";
import type { WalkedRemoval } from "./plan-removals.js";
import type { WalkedResource } from "./walk/walked.js";

/** A decision as the plan shows it. */
export function changeOf(walked: WalkedResource): Change {
  const { registration, decision, prior, observed, planned, inputs, needs, repeats, formerInUse } = walked;
  const { urn, type, name, kind, position, sequence, options, scope } = registration;
  const reads = propertyReads(registration);
  return {
    urn,
    type,
    name,
    moniker: monikerOf({ urn, type, scope, globalId: options.globalId }),
    kind,
    parent: registration.parent?.urn,
    action: decision.action,
    reasons:
      formerInUse === undefined
        ? decision.reasons
        : [...decision.reasons, { kind: "in-use", by: formerInUse }],
    rid: repeats?.rid ?? prior?.row.rid,
    position,
    sequence,
    prior: prior?.stored,
    baseline: prior?.baseline,
    observed: observed === "absent" ? undefined : observed,
    planned,
    inputs,
    repeats: repeats?.stored.inputs,
    needs: needs.map(({ kind: need, field, to }) => ({
      kind: need,
      field,
      urn: to.urn,
      reads: need === "input" && field !== undefined ? reads(field, to) : undefined,
    })),
    hideDiffs: options.hideDiffs,
  };
}

/** The same for what leaves. */
export function removalChange(
  { row, object, by, reason }: WalkedRemoval,
  urnOf: (rid: ResourceId) => string,
): Change {
  const { urn, type, name, kind, parent, position, rid, scope, globalId } = row;
  const kept = reason.kind === "not-targeted" ? "skip" : "undetermined";
  const action = by === "keep" ? kept : by;
  return {
    urn,
    type,
    name,
    moniker: monikerOf({ urn, type, scope, globalId }),
    kind,
    parent: parent === undefined ? undefined : urnOf(parent),
    action,
    reasons: [reason],
    rid,
    prior: object.stored,
    position,
    sequence: [],
    inputs: object.stored.inputs,
    needs: [],
  };
}
