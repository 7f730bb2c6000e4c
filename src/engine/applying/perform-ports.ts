import type { PerformPorts } from "../../apply/index.js";
import { idempotencyKey, type StackRun } from "../../store/internal.js";

/** What performing steps needs, from the run that holds the lock. */
export function performPorts(
  run: StackRun,
  lineage: string,
  { now, timer }: Pick<PerformPorts, "now" | "timer">,
): PerformPorts {
  let operations = 0;
  return {
    journal: run,
    now,
    timer,
    nextOperation: () => `${run.runId}.${++operations}`,
    keyOf: (intent) => idempotencyKey(lineage, intent, run.nextSequence),
  };
}
