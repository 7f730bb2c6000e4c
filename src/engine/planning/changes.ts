import {
  secretInputs,
  unrecordedInputs,
  type Change,
  type ChangeAction,
  type Expression,
  type Reason,
  type Registration,
  type ResourceId,
} from "../../model/index.js";
import type { Dependencies } from "../../program/index.js";
import type { Mutable } from "../../std/mutable.js";
import type { PredictedValues } from "../facts/predicted-values.js";
import { elementNeeds } from "../facts/element-needs.js";
import { propertyReads } from "../facts/property-reads.js";
import type { WalkedResource } from "../facts/walked.js";
import type { WalkedRemoval } from "../facts/worked-plan.js";
import type { PriorState } from "../facts/prior-state.js";

export interface ShownFacts {
  /** Returns the resources that the value of an expression comes from. */
  readonly dependenciesOf: (expression: Expression) => Dependencies;
  readonly predicted: PredictedValues;
}

/** Returns a decision as the plan shows it. */
export function changeOf(walked: WalkedResource, { dependenciesOf, predicted }: ShownFacts): Change {
  const { registration, decision, prior, observed, planned, inputs, needs, repeats, formerInUse } = walked;
  const { urn, type, name, kind, position, sequence, options } = registration;
  const reads = propertyReads(registration);
  // Elements are only listed where the change of one has to be explained.
  const isExplained = decision.reasons.some((reason) => reason.kind === "fields");
  const elements = isExplained ? elementNeeds(registration, dependenciesOf) : undefined;
  const resting = predicted.fieldsOf(urn);
  const change: Mutable<Change> = {
    urn,
    type,
    name,
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
    inputs: secretInputs(inputs, unrecordedInputs(inputs, planned)),
    repeats: repeats?.stored.inputs,
    needs: needs.map(({ kind: need, field, to }) => ({
      kind: need,
      field,
      urn: to.urn,
      reads: need === "input" && field !== undefined ? reads(field, to) : undefined,
      elements: need === "input" && field !== undefined ? elements?.(field, to) : undefined,
    })),
    hideDiffs: options.hideDiffs,
  };
  if (resting !== undefined) change.predicted = [...resting];
  return change;
}

/** Returns the change of a declared resource that could not be planned. */
export function failedChange(
  registration: Registration,
  reason: Reason,
  prior: PriorState | undefined,
): Change {
  const { urn, type, name, kind, position, sequence, options, parent } = registration;
  return {
    urn,
    type,
    name,
    kind,
    parent: parent?.urn,
    action: "failed",
    reasons: [reason],
    rid: prior?.row.rid,
    position,
    sequence,
    prior: prior?.stored,
    inputs: prior?.stored.inputs ?? {},
    needs: [],
    hideDiffs: options.hideDiffs,
  };
}

/** Returns the change of an object that is removed. */
export function removalChange(
  { row, object, by, reason }: WalkedRemoval,
  urnOf: (rid: ResourceId) => string,
): Change {
  const kept = reason.kind === "not-targeted" ? "skip" : "undetermined";
  return recordedChange({ row, object }, by === "keep" ? kept : by, reason, urnOf);
}

/** Returns a change from the record of a resource in state. */
export function recordedChange(
  { row, object }: Pick<WalkedRemoval, "row" | "object">,
  action: ChangeAction,
  reason: Reason,
  urnOf: (rid: ResourceId) => string,
): Change {
  const { urn, type, name, kind, parent, position, rid } = row;
  return {
    urn,
    type,
    name,
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
