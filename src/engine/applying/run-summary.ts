import type { StepReport } from "../../apply/index.js";
import type { RunSummary } from "../../model/index.js";

/** How many steps of each kind were done, and how many failed or were not begun. */
export function summaryOf(reports: readonly StepReport[]): RunSummary {
  const counts = new Map<string, number>();
  for (const { step, result } of reports) {
    if (step.action === "confirm" && result === "done") continue;
    const name = result === "done" ? step.action : result;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
