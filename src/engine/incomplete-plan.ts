import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { failedChanges, isRefused } from "../plan/index.js";
import type { RunOptions } from "./run.js";
import { partlyPlanned } from "./stack-problem.js";
import type { WorkedPlan } from "./facts/worked-plan.js";

/**
 * Returns the diagnostic that some resources could not be planned, with the command that applies the rest; undefined if
 * all could.
 */
export function incompletePlan(worked: WorkedPlan, outcome: string): Diagnostic | undefined {
  const { plan, isDestroy, refreshed } = worked;
  const failed = failedChanges(plan);
  if (failed.length === 0) return undefined;
  const command = isDestroy ? "destroy --continue-on-error" : "apply --continue-on-error";
  return partlyPlanned(failed, outcome, refreshed === undefined ? command : "refresh");
}

/** Throws if a resource could not be planned, unless `continueOnError` applies the rest. Reports `because` first. */
export function refuseIncomplete(
  worked: WorkedPlan,
  { continueOnError = false }: RunOptions,
  because: readonly Diagnostic[] = [],
): void {
  const isRefresh = worked.refreshed !== undefined;
  if (!isRefused(worked.plan, { continueOnError, isRefresh })) return;
  const [first, ...rest] = [...because, incompletePlan(worked, "Nothing was applied.")!];
  throw new DiagnosticError(first, ...rest);
}

/** Throws if a resource could not be planned: another process could not reproduce the plan. */
export function refuseUnsavable(worked: WorkedPlan): void {
  const incomplete = incompletePlan(worked, "A plan file needs a complete plan, so none was written.");
  if (incomplete !== undefined) throw new DiagnosticError(incomplete);
}
