import type { Change } from "../../model/index.js";
import type { WalkedRemoval } from "./plan-removals.js";
import type { WalkedResource } from "./walked.js";

/** A decision as the plan shows it. */
export function changeOf(walked: WalkedResource): Change {
  const { registration, decision, prior, observed, planned, inputs, needs } = walked;
  const { urn, type, name, kind, position, sequence, options } = registration;
  return {
    urn,
    type,
    name,
    kind,
    action: decision.action,
    reasons: decision.reasons,
    ...(prior !== undefined && { rid: prior.row.rid, prior: prior.stored }),
    ...(position !== undefined && { position }),
    sequence,
    ...(observed !== undefined && observed !== "absent" && { observed }),
    ...(planned !== undefined && { planned }),
    inputs,
    needs: needs.map(({ kind: need, field, to }) => ({
      kind: need,
      ...(field !== undefined && { field }),
      urn: to.urn,
    })),
    ...(options.hideDiffs !== undefined && { hideDiffs: options.hideDiffs }),
  };
}

/** The same for what leaves. */
export function removalChange({ row, object, by, reason }: WalkedRemoval): Change {
  const { urn, type, name, kind, position, rid } = row;
  const action = by === "keep" ? "undetermined" : by;
  return {
    urn,
    type,
    name,
    kind,
    action,
    reasons: [reason],
    rid,
    prior: object.stored,
    ...(position !== undefined && { position }),
    sequence: [],
    inputs: object.stored.inputs,
    needs: [],
  };
}
