import { setMaxListeners } from "node:events";
import type { Timer } from "./timer.js";

/** A timeout, and a signal that may end the work earlier. */
export interface TimeGiven {
  readonly timer: Timer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The start of the task. Tasks with the same start, timeout and signal are aborted together, with one signal. */
  readonly begunAt?: string | undefined;
}

/**
 * Runs a task with a signal that is aborted on timeout, with a `TimeoutError`, or when the caller's signal is aborted.
 * After the result, no timer or listener is left.
 */
export async function withinTime<Result>(
  given: TimeGiven,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const span = spanOf(given);
  span.enter();
  try {
    return await work(span.signal);
  } finally {
    span.leave();
  }
}

/** Returns the span of the last task if it is the same, because a signal and a timer cost more than most tasks. */
function spanOf(given: TimeGiven): Span {
  const last = lastSpans.get(given.timer);
  if (last?.isFor(given)) return last;
  const span = new Span(given);
  lastSpans.set(given.timer, span);
  return span;
}

/** Tasks that begin and time out at the same moment. */
class Span {
  readonly #given: TimeGiven;
  readonly #controller = new AbortController();
  readonly #cancel: () => void;
  #open = 0;
  #isOver = false;

  constructor(given: TimeGiven) {
    this.#given = given;
    const { timer, timeoutMs, signal } = given;
    if (signal.aborted) this.#leave();
    // Listening costs more than everything else, and most tasks have no other signal.
    if (signal !== neverAborted) signal.addEventListener("abort", this.#leave);
    this.#cancel = timer.after(timeoutMs, () => this.#controller.abort(timeIsOver()));
    if (given.begunAt !== undefined) setMaxListeners(0, this.signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  isFor({ timeoutMs, signal, begunAt }: TimeGiven): boolean {
    const own = this.#given;
    if (this.#isOver || begunAt === undefined) return false;
    return own.begunAt === begunAt && own.timeoutMs === timeoutMs && own.signal === signal;
  }

  enter(): void {
    this.#open++;
  }

  leave(): void {
    if (--this.#open > 0) return;
    this.#isOver = true;
    this.#cancel();
    const { signal } = this.#given;
    if (signal !== neverAborted) signal.removeEventListener("abort", this.#leave);
  }

  readonly #leave = () => this.#controller.abort(this.#given.signal.reason);
}

const lastSpans = new WeakMap<Timer, Span>();

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
