import type { Change, Step } from "../../model/index.js";

/** What of a plan says whether it loses anything. */
export interface PlannedLoss {
  readonly steps: readonly Pick<Step, "action" | "replacement">[];
  readonly changes: readonly Pick<Change, "action" | "kind" | "reasons">[];
}

/**
 * How a plan loses something that a line stood for which may be gone for a moment only: the object, or that state knows
 * of it, so that the next save would make another. Nothing that is gone already is lost.
 */
export function lossOf({ steps, changes }: PlannedLoss): "deletes" | "forgets" | undefined {
  if (steps.some(({ action }) => action === "delete")) return "deletes";
  const isLeftBehind = steps.some(({ action, replacement }) => action === "forget" && replacement);
  return isLeftBehind || changes.some(isLetGo) ? "forgets" : undefined;
}

function isLetGo({ action, kind, reasons }: PlannedLoss["changes"][number]): boolean {
  const isGone = reasons.some((reason) => reason.kind === "no-longer-present");
  return action === "forget" && kind === "custom" && !isGone;
}
