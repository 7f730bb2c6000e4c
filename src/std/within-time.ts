import { setMaxListeners } from "node:events";
import type { Timer } from "./timer.js";

/** A timeout, and a signal that may end the work earlier. */
export interface TimeGiven {
  readonly timer: Timer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a task with a signal that is aborted on timeout, with a `TimeoutError`, or when the caller's signal is aborted.
 * After the result, no timer or listener is left.
 */
export async function withinTime<Result>(
  { timer, timeoutMs, signal }: TimeGiven,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  // Listening costs more than everything else, and most tasks have no other signal.
  if (signal !== neverAborted) signal.addEventListener("abort", leave);
  const cancel = timer.after(timeoutMs, () => controller.abort(timeIsOver()));
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    if (signal !== neverAborted) signal.removeEventListener("abort", leave);
  }
}

/** The reason of a signal that is aborted by a timeout. */
export function timeIsOver(): DOMException {
  return new DOMException("The operation timed out.", "TimeoutError");
}

/** Whether a signal was aborted by a timeout. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

/** For tasks that only a timeout can end. */
export const neverAborted: AbortSignal = new AbortController().signal;
setMaxListeners(0, neverAborted);
