import type { StepTime } from "../../model/index.js";
import type { RunRow } from "../../store/internal.js";

/** A run, and its steps that took longest, that first. */
export interface LastRun {
  readonly runId: string;
  readonly command: string;
  readonly begunAt: string;
  readonly durationMs: number;
  readonly slowest: readonly StepTime[];
}

/** Of the last run that did something; nothing if there was none, or if nobody wrote down how long it took. */
export function lastRunTimes(history: readonly RunRow[]): { readonly lastRun?: LastRun } {
  const run = history.findLast(({ slowest, endedAt }) => slowest !== undefined && endedAt !== undefined);
  if (run === undefined) return {};
  const { runId, command, begunAt, endedAt, slowest } = run;
  // The clock may have been set back meanwhile.
  const durationMs = Math.max(0, Date.parse(endedAt!) - Date.parse(begunAt));
  return { lastRun: { runId, command, begunAt, durationMs, slowest: slowest! } };
}
