import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { failedChanges, isRefused } from "../plan/index.js";
import type { RunOptions } from "./run.js";
import { partlyPlanned } from "./stack-problem.js";
import type { WorkedPlan } from "./facts/worked-plan.js";

/** Says that resources could not be planned, and how to apply the rest; undefined if all could. */
export function incompletePlan(worked: WorkedPlan, outcome: string): Diagnostic | undefined {
  const { plan, isDestroy, refreshed } = worked;
  const failed = failedChanges(plan);
  if (failed.length === 0) return undefined;
  const command = isDestroy ? "destroy --continue-on-error" : "apply --continue-on-error";
  return partlyPlanned(failed, outcome, refreshed === undefined ? command : "refresh");
}

/** Throws if something could not be planned, after `because`, unless the rest is to be applied all the same. */
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

/** Throws if something could not be planned: another process could not make the same plan again. */
export function refuseUnsavable(worked: WorkedPlan): void {
  const incomplete = incompletePlan(worked, "A plan file needs a complete plan, so none was written.");
  if (incomplete !== undefined) throw new DiagnosticError(incomplete);
}
