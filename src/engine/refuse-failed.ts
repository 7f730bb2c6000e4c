import { DiagnosticError, type Diagnostic, type Plan } from "../model/index.js";
import type { WorkedPlan } from "./planning/make-plan.js";
import type { RunOptions } from "./run.js";
import { partlyPlanned } from "./stack-problem.js";

/** The resources that could not be planned. */
export function failedChanges({ changes }: Pick<Plan, "changes">): Plan["changes"] {
  return changes.filter(({ action }) => action === "failed");
}

/**
 * Throws if something could not be planned, after `because`, unless the rest is to be applied all the same. A
 * plan that only refreshes state changes nothing in the world: it is applied as far as it goes.
 */
export function refuseFailed(
  { plan, refreshed }: WorkedPlan,
  { continueOnError }: RunOptions,
  because: readonly Diagnostic[] = [],
): void {
  const failed = continueOnError || refreshed !== undefined ? [] : failedChanges(plan);
  if (failed.length === 0) return;
  const [first, ...rest] = [...because, partlyPlanned(failed, "Nothing was applied.")];
  throw new DiagnosticError(first!, ...rest);
}

/** Throws if something could not be planned: another process could not make the same plan again. */
export function refuseUnsavable({ plan }: { readonly plan: Plan }): void {
  const failed = failedChanges(plan);
  if (failed.length > 0) throw new DiagnosticError(partlyPlanned(failed, "A plan file holds a whole plan."));
}
