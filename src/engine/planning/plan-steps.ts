import type { Registration, Step } from "../../model/index.js";
import {
  deleteLast,
  expand,
  isCertain,
  type DecidedResource,
  type Dropping,
  type Removal,
} from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { PredictedValues } from "../facts/predicted-values.js";
import type { WalkedRemovals } from "./plan-removals.js";
import type { WalkedResource } from "../facts/walked.js";
import type { WalkedRemoval } from "../facts/worked-plan.js";

export interface DecidedPlan extends Pick<WalkedRemovals, "kept"> {
  readonly removals: readonly WalkedRemoval[];
  /** The declared resources, each after its dependencies. */
  readonly order: readonly WalkedResource[];
  readonly state: SnapshotIndex;
  /** True if nothing is done to a resource in state, so that it keeps its dependencies. */
  readonly isLeftAlone: (urn: string) => boolean;
  /** True if the inputs of a resource may differ from the plan although nothing in this stack changes. */
  readonly isUnsteady: (registration: Registration) => boolean;
  readonly predicted: PredictedValues;
}

/** Returns the steps for the decisions about declared resources and removals. */
export function planSteps({
  order,
  removals,
  kept,
  state,
  isLeftAlone,
  isUnsteady,
  predicted,
}: DecidedPlan): readonly Step[] {
  const isNeeded = (urn: string) => kept.has(urn) || recordedDependents(state, urn).some(isLeftAlone);
  const decided: DecidedResource[] = [];
  const stirred = new Set<string>();
  for (const each of order) {
    const { registration, decision } = each;
    const { urn } = registration;
    if (decision.action === "skip") continue;
    // An unchanged resource without changing dependencies has no step.
    const isStill =
      decision.action === "same" && !isUnsteady(registration) && !needsAny(each, stirred, predicted);
    if (isStill) continue;
    stirred.add(urn);
    decided.push(decidedResource(each, isNeeded(urn), isUnsteady(registration), predicted));
  }
  const leaving = removals.flatMap((each) => (each.by === "keep" ? [] : [leavingObject(each, each.by)]));
  const steps = deleteLast(
    expand(decided, leaving, (urn) => recordedDependents(state, urn)),
    droppingSteps(order, removals),
  );
  const repeated = order.filter(({ repeats }) => repeats !== undefined);
  return repeated.length === 0 ? steps : [...steps, ...repeated.flatMap(afterRepeat)];
}

/** Returns the steps that only drop a record, because another resource uses its object. */
function droppingSteps(
  order: readonly WalkedResource[],
  removals: readonly WalkedRemoval[],
): readonly Dropping[] {
  const dropping: Dropping[] = [];
  for (const { row, object, reason } of removals)
    if (reason.kind === "in-use")
      dropping.push({ step: `forget ${row.urn} ${object.generation}`, inUseBy: reason.by });
  for (const { registration, prior, formerInUse } of order)
    if (formerInUse !== undefined)
      dropping.push({
        step: `forget ${registration.urn} ${prior!.object.generation}`,
        inUseBy: formerInUse,
      });
  return dropping;
}

function needsAny(walked: WalkedResource, of: ReadonlySet<string>, predicted: PredictedValues): boolean {
  return of.size > 0 && needsOf(walked, predicted).some((urn) => of.has(urn));
}

/** Returns the step after a repeated create. The resource is planned again then, and only this action is allowed. */
function afterRepeat({ registration, decision, repeats }: WalkedResource): readonly Step[] {
  if (repeats === undefined) return [];
  const { urn } = registration;
  const next = decision.reasons.find((reason) => reason.kind === "repeated")?.next;
  const after = [`create ${urn}`];
  const isRecorded = decision.reasons.some(({ kind }) => kind === "bookkeeping");
  if (isRecorded) return [{ id: `record ${urn}`, action: "record", urn, after, replacement: false }];
  if (next === undefined) return [];
  if (next === "update") return [{ id: `update ${urn}`, action: "update", urn, after, replacement: false }];
  const { rid, generation } = repeats;
  const id = `delete ${urn} ${generation}`;
  return [{ id, action: "delete", urn, object: { rid, generation }, after, replacement: true }];
}

/** Returns the URNs of the resources that must come before a resource. */
export function needsOf(walked: WalkedResource, predicted: PredictedValues): readonly string[] {
  const urns = walked.needs.map(({ to }) => to.urn);
  const { urn } = walked.registration;
  if (walked.origin.length === 0 && predicted.fieldsOf(urn) === undefined) return urns;
  return [...urns, ...decidedBy(walked), ...predicted.awaitedBy(urn)];
}

/**
 * Returns the resources that decide whether the member exists at all. This is checked before anything is done for it.
 */
function decidedBy({ origin }: WalkedResource): readonly string[] {
  return origin.flatMap(({ membership, waitsFor }) => (membership === "assumed" ? waitsFor : []));
}

function decidedResource(
  walked: WalkedResource,
  isStillNeeded: boolean,
  isUnsteady: boolean,
  predictedValues: PredictedValues,
): DecidedResource {
  const { registration, decision, prior, options, formerInUse } = walked;
  const { urn, kind } = registration;
  const predicted = predictedValues.fieldsOf(urn);
  return {
    urn,
    action: decision.action as DecidedResource["action"],
    replaceOrder: decision.replaceOrder,
    isManaged: kind === "custom" || kind === "external",
    object: prior && { rid: prior.row.rid, generation: prior.object.generation },
    removeBy: options.retainOnDelete || formerInUse !== undefined ? "forget" : "delete",
    isStillNeeded,
    isOpen: decision.action === "replace" && !isCertain({ ...walked, predicted }),
    isUnsteady: isUnsteady || predicted !== undefined,
    needs: needsOf(walked, predictedValues),
  };
}

function recordedDependents(state: SnapshotIndex, urn: string): readonly string[] {
  const row = state.byUrn.get(urn);
  return row === undefined ? [] : state.dependents(row.rid).map(({ rid }) => state.urnOf(rid));
}

function leavingObject({ row, object, goesWith }: WalkedRemoval, by: Removal["by"]): Removal {
  return { urn: row.urn, object, by, ...(goesWith !== undefined && { goesWith }) };
}
