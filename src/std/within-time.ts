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
 * With `instead` that is then the result, whatever still comes of the work, and what was ended before is not begun.
 * Once there is a result, neither a timer nor a listener is left.
 */
export async function withinTime<Result>(
  { timer, timeoutMs, signal }: TimeGiven,
  work: (signal: AbortSignal) => Promise<Result>,
  instead?: (signal: AbortSignal) => Result,
): Promise<Result> {
  const controller = new AbortController();
  const own = controller.signal;
  let giveUp = () => {};
  const abort = (reason: unknown) => {
    controller.abort(reason);
    giveUp();
  };
  const leave = () => abort(signal.reason);
  if (signal.aborted) leave();
  if (own.aborted && instead !== undefined) return instead(own);
  // Listening costs more than all the rest, and most work is ended by nobody else.
  if (signal !== neverAborted) signal.addEventListener("abort", leave);
  const over = () => abort(new DOMException("The time is over.", "TimeoutError"));
  const cancel = timer.after(timeoutMs, over);
  try {
    if (instead === undefined) return await work(own);
    return await new Promise<Result>((resolve, reject) => {
      giveUp = () => resolve(instead(own));
      work(own).then(resolve, reject);
    });
  } finally {
    cancel();
    if (signal !== neverAborted) signal.removeEventListener("abort", leave);
  }
}

/** Whether a signal was aborted because the time is over. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

/** Of work that nobody else ends. */
export const neverAborted: AbortSignal = new AbortController().signal;
setMaxListeners(0, neverAborted);
