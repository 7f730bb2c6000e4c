import type { ProcessInputs } from "../specification.js";

/** The facts about a process that has exited. */
export interface EndedRun extends Pick<ProcessInputs, "restart" | "restartLimit" | "restartDelayMs"> {
  /** Whether a process of this specification was ever healthy. If not, the start has failed. */
  readonly wasHealthy: boolean;
  readonly hasFailed: boolean;
  readonly ranMs: number;
  /** The number of consecutive restarts without a long run in between. */
  readonly inARow: number;
}

export type AfterExit =
  | { readonly kind: "restart"; readonly delayMs: number; readonly inARow: number }
  | { readonly kind: "stay"; readonly because?: string };

/** Decides whether and when to restart a process that has exited. */
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
