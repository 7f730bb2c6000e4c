import {
  isDone,
  isError,
  type Diagnostic,
  type Plan,
  type RunResult,
  type RunSummary,
  type StepReport,
  type StepTime,
} from "../model/index.js";

/** Returns the changes of resources that could not be planned. */
export function failedChanges({ changes }: Pick<Plan, "changes">): Plan["changes"] {
  return changes.filter(({ action }) => action === "failed");
}

/**
 * True if a plan is refused because something could not be planned. A refresh-only plan changes no real objects and
 * is applied as far as possible.
 */
export function isRefused(
  plan: Pick<Plan, "changes">,
  { continueOnError, isRefresh }: { readonly continueOnError: boolean; readonly isRefresh: boolean },
): boolean {
  return failedChanges(plan).length > 0 && !continueOnError && !isRefresh;
}

/** The results of a plan's steps. */
export interface AppliedFacts {
  readonly reports: readonly StepReport[];
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Resources that the program declared during apply and the plan did not have, and planned resources that it did
   * not declare.
   */
  readonly unplanned: readonly unknown[];
  /**
   * A callback created resources again with a value that differs from the plan: only a new evaluation of the
   * program is complete.
   */
  readonly isRemade?: boolean;
}

export interface RoundFacts {
  readonly plan: Pick<Plan, "changes" | "held">;
  readonly applied: AppliedFacts;
  /** True if the run was asked to stop. */
  readonly isStopped: boolean;
  /** Number of completed rounds, and the maximum. */
  readonly round: number;
  readonly rounds: number;
}

/** True if a run needs another round, because callbacks declared more resources during the last one. */
export function needsAnotherRound({ plan, applied, isStopped, round, rounds }: RoundFacts): boolean {
  const isOpen = applied.unplanned.length > 0 || plan.changes.some(({ action }) => action === "undetermined");
  const isStuck =
    applied.isRemade === true || applied.diagnostics.some(isError) || plan.held.length > 0 || isStopped;
  return isOpen && !isStuck && round < rounds;
}

/** Returns the result of a run. `applied`: its steps; undefined if it was refused or aborted. */
export function resultOfRun(applied: AppliedFacts | undefined, isInterrupted: boolean): RunResult {
  const isSuccess =
    applied !== undefined &&
    !applied.diagnostics.some(isError) &&
    applied.unplanned.length === 0 &&
    applied.reports.every(({ result }) => isDone(result));
  if (isSuccess) return "succeeded";
  return isInterrupted ? "interrupted" : "failed";
}

/** Counts the completed steps by action, and the failed steps and those that did not start. */
export function summaryOf(reports: readonly StepReport[]): RunSummary {
  const counts = new Map<string, number>();
  for (const { step, result, performed = step.action } of reports) {
    if (step.action === "confirm" && result === "done") continue;
    const name = result === "done" ? performed : result;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** Returns the slowest steps, slowest first, to keep in the history. */
export function slowestOf(reports: readonly StepReport[], most = 10): readonly StepTime[] {
  return reports
    .flatMap(({ step: { urn, action }, result, durationMs }) => {
      const isStep = action !== "confirm" && durationMs !== undefined && result !== "not-started";
      return isStep ? [{ urn, action, result, durationMs: Math.round(durationMs) }] : [];
    })
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, most);
}
