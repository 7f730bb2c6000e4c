import { isKnown, type Registration, type ResourceHandle } from "../../../model/index.js";
import type { Decision } from "../../../plan/index.js";
import type { Need } from "../../facts/needs.js";
import { performedAnswer } from "../../facts/planned-answer.js";
import type { PlannedAsked, WalkContext } from "./walk-context.js";
import type { WalkedResource } from "../../facts/walked.js";
import { priorState } from "../../facts/prior-state.js";

/**
 * Returns the walk of a resource outside the selection. No provider is called. An existing object answers from state;
 * the values of one that does not exist are unknown.
 */
export function planUntouched(registration: Registration, { ports }: WalkContext): WalkedResource {
  const prior = priorState(registration, ports.state);
  const { urn } = registration;
  return {
    ok: true,
    registration,
    prior,
    provider: undefined,
    providedBy: undefined,
    inputs: prior?.stored.inputs ?? {},
    needs: [],
    options: prior?.row.options ?? {},
    origin: [],
    observed: undefined,
    planned: undefined,
    decision: untouched,
    answer:
      prior?.object.status === "current"
        ? performedAnswer(registration, prior.stored)
        : { ok: true, properties: [{ urn }], others: "unknown" },
  };
}

export const untouched: Decision = { action: "skip", reasons: [{ kind: "not-targeted" }] };

/** Returns the dependencies of a resource, direct or through component outputs, that neither exist nor are created. */
export async function missingNeeds(
  { needs, inputs }: PlannedAsked,
  { ports, evaluator }: WalkContext,
): Promise<ReadonlySet<ResourceHandle>> {
  const missing = new Set<ResourceHandle>();
  for (const need of needs) {
    const behind = needsValueOf(need, inputs) ? await offeredBy(need.to as Registration, evaluator) : [];
    for (const to of [need.to, ...behind]) if (ports.selection.isMissing(to)) missing.add(to);
  }
  return missing;
}

/** True if an unknown value comes from a component. */
function needsValueOf({ to, field }: Need, inputs: PlannedAsked["inputs"]): boolean {
  return to.kind === "component" && field !== undefined && !isKnown(inputs[field]);
}

async function offeredBy(
  { outputs }: Registration,
  evaluator: WalkContext["evaluator"],
): Promise<readonly ResourceHandle[]> {
  return outputs === undefined ? [] : [...(await evaluator.evaluate(outputs)).dependencies];
}
