import type { Timer } from "./timer.js";

/**
 * A signal that is aborted with a `TimeoutError` when the time is over, as by `AbortSignal.timeout()`. While only
 * `AbortSignal.any()` listens to one of those, nothing keeps it from being collected, and its time is never over.
 */
export function timeoutSignal(timer: Timer, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const over = () => controller.abort(new DOMException("The time is over.", "TimeoutError"));
  timer.after(Math.min(timeoutMs, longestTimerMs), over);
  return controller.signal;
}

/** A timer that is to wait longer does not wait at all. */
const longestTimerMs = 2 ** 31 - 1;
