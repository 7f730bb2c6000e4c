import { setMaxListeners } from "node:events";
import type { Timer } from "./timer.js";

/** How long something may take, and who else may end it. */
export interface TimeGiven {
  readonly timer: Timer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Does something whose signal is aborted when its time is over, with a `TimeoutError`, or when the signal of others is.
 * Once there is a result, neither a timer nor a listener is left.
 */
export async function withinTime<Result>(
  { timer, timeoutMs, signal }: TimeGiven,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  // Listening costs more than all the rest, and most work is ended by nobody else.
  if (signal !== neverAborted) signal.addEventListener("abort", leave);
  const cancel = timer.after(timeoutMs, () => controller.abort(timeIsOver()));
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    if (signal !== neverAborted) signal.removeEventListener("abort", leave);
  }
}

/** The reason of a signal that is aborted because the time is over. */
export function timeIsOver(): DOMException {
  return new DOMException("The time is over.", "TimeoutError");
}

/** Whether a signal was aborted because the time is over. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

/** Of work that nobody else ends. */
export const neverAborted: AbortSignal = new AbortController().signal;
setMaxListeners(0, neverAborted);
