import type { StepReport } from "../../apply/index.js";
import type { RunSummary, StepTime } from "../../model/index.js";

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
