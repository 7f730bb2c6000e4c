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

/** The resources that could not be planned. */
export function failedChanges({ changes }: Pick<Plan, "changes">): Plan["changes"] {
  return changes.filter(({ action }) => action === "failed");
}

/**
 * Whether a plan is not applied because something could not be planned. A plan that only refreshes state changes nothing
 * in the world: it is applied as far as it goes.
 */
export function isRefused(
  plan: Pick<Plan, "changes">,
  { continueOnError, isRefresh }: { readonly continueOnError: boolean; readonly isRefresh: boolean },
): boolean {
  return failedChanges(plan).length > 0 && !continueOnError && !isRefresh;
}

/** What the steps of a plan came to. */
export interface AppliedFacts {
  readonly reports: readonly StepReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the program asked for that the plan did not have, and what the plan had and it does not ask for. */
  readonly unplanned: readonly unknown[];
  /** A callback made resources again with another value than planned: only a new evaluation of the program is whole. */
  readonly isRemade?: boolean;
}

export interface RoundFacts {
  readonly plan: Pick<Plan, "changes" | "held">;
  readonly applied: AppliedFacts;
  /** Whether the run was told to stop. */
  readonly isStopped: boolean;
  /** How many rounds have been performed, and how many may be. */
  readonly round: number;
  readonly rounds: number;
}

/** Whether a run plans and applies once more, because callbacks asked for more during its last round. */
export function needsAnotherRound({ plan, applied, isStopped, round, rounds }: RoundFacts): boolean {
  const isOpen = applied.unplanned.length > 0 || plan.changes.some(({ action }) => action === "undetermined");
  const isStuck =
    applied.isRemade === true || applied.diagnostics.some(isError) || plan.held.length > 0 || isStopped;
  return isOpen && !isStuck && round < rounds;
}

/** How a run ends. `applied`: what it did; undefined if it was refused or broken off. */
export function resultOfRun(applied: AppliedFacts | undefined, isInterrupted: boolean): RunResult {
  const isSuccess =
    applied !== undefined &&
    !applied.diagnostics.some(isError) &&
    applied.unplanned.length === 0 &&
    applied.reports.every(({ result }) => isDone(result));
  if (isSuccess) return "succeeded";
  return isInterrupted ? "interrupted" : "failed";
}

/** How many steps of each kind were done, and how many failed or were not begun. */
export function summaryOf(reports: readonly StepReport[]): RunSummary {
  const counts = new Map<string, number>();
  for (const { step, result, performed = step.action } of reports) {
    if (step.action === "confirm" && result === "done") continue;
    const name = result === "done" ? performed : result;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** What took longest, that first: so much of a run is kept. */
export function slowestOf(reports: readonly StepReport[], most = 10): readonly StepTime[] {
  return reports
    .flatMap(({ step: { urn, action }, result, durationMs }) => {
      const isStep = action !== "confirm" && durationMs !== undefined && result !== "not-started";
      return isStep ? [{ urn, action, result, durationMs: Math.round(durationMs) }] : [];
    })
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, most);
}
