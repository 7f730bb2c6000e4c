import type { ProcessInputs } from "../specification.js";

/** How a run of the process ended. */
export interface EndedRun extends Pick<ProcessInputs, "restart" | "restartLimit" | "restartDelayMs"> {
  /** Whether a process of this specification was ever healthy: one that never was is a failed start. */
  readonly wasHealthy: boolean;
  readonly hasFailed: boolean;
  readonly ranMs: number;
  /** Restarts without a long run between them. */
  readonly inARow: number;
}

export type AfterExit =
  | { readonly kind: "restart"; readonly delayMs: number; readonly inARow: number }
  | { readonly kind: "stay"; readonly because?: string };

/** Whether a process that has ended is started again, and when. */
export function afterExit(run: EndedRun): AfterExit {
  if (!run.wasHealthy || run.restart === "never") return { kind: "stay" };
  if (run.restart === "on-failure" && !run.hasFailed) return { kind: "stay" };
  const inARow = run.ranMs >= longRunMs ? 0 : run.inARow;
  if (inARow >= run.restartLimit) {
    return { kind: "stay", because: `it was restarted ${inARow} times in a row` };
  }
  return {
    kind: "restart",
    delayMs: Math.min(run.restartDelayMs * 2 ** inARow, longestDelayMs),
    inARow: inARow + 1,
  };
}

const longRunMs = 60_000;
const longestDelayMs = 30_000;
