import type { PerformPorts } from "../../apply/index.js";
import { idempotencyKey, type StackRun } from "../../store/index.js";

/** Recorded with every intent: when a call is due at the latest. Nothing ends one that takes longer. */
const longestCallMs = 60 * 60 * 1000;

/** What performing steps needs, from the run that holds the lock. */
export function performPorts(run: StackRun, lineage: string, now: () => string): PerformPorts {
  let operations = 0;
  return {
    journal: run,
    now,
    nextOperation: () => `${run.runId}.${++operations}`,
    keyOf: (intent) => idempotencyKey(lineage, intent, run.nextSequence),
    deadline: () => new Date(Date.parse(now()) + longestCallMs).toISOString(),
  };
}
