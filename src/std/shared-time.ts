import { setMaxListeners } from "node:events";
import type { AtOnce } from "./at-once.js";
import type { Timer } from "./timer.js";
import { neverAborted, timeIsOver } from "./within-time.js";

/**
 * Gives the same timeout to many tasks: those that begin in the same turn share a signal, a timer and a listener, which
 * cost more than most tasks.
 */
export class SharedTime {
  readonly #timer: Timer;
  readonly #timeoutMs: number;
  #span: Span | undefined;

  constructor(timer: Timer, timeoutMs: number) {
    this.#timer = timer;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs a task with a signal that is aborted on timeout, with a `TimeoutError`, or when the caller's signal is
   * aborted. The result is then `instead`, and a late result is ignored. If the caller's signal is already aborted, the
   * task is not started.
   */
  run<Result>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => AtOnce<Result>,
    instead: (signal: AbortSignal) => Result,
  ): AtOnce<Result> {
    if (signal.aborted) return instead(signal);
    if (this.#span?.others !== signal || this.#span.signal.aborted) this.#begin(signal);
    return this.#span!.run(work, instead);
  }

  #begin(signal: AbortSignal): void {
    const span = new Span(this.#timer, this.#timeoutMs, signal);
    this.#span = span;
    setImmediate(() => {
      if (this.#span === span) this.#span = undefined;
      span.close();
    });
  }
}

/** The tasks that began in one turn. */
class Span {
  readonly others: AbortSignal;
  readonly #timer: Timer;
  readonly #timeoutMs: number;
  readonly #controller = new AbortController();
  /** Functions that abandon the unfinished tasks. */
  readonly #open = new Set<() => void>();
  #isClosed = false;
  #cancel = () => {};

  constructor(timer: Timer, timeoutMs: number, others: AbortSignal) {
    this.#timer = timer;
    this.#timeoutMs = timeoutMs;
    this.others = others;
    if (others !== neverAborted) others.addEventListener("abort", this.#leave);
    // All tasks that share the signal may listen to it.
    setMaxListeners(0, this.signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  run<Result>(
    work: (signal: AbortSignal) => AtOnce<Result>,
    instead: (signal: AbortSignal) => Result,
  ): AtOnce<Result> {
    const result = work(this.signal);
    if (!(result instanceof Promise)) return result;
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(instead(this.signal));
      if (this.#open.size === 0) this.#cancel = this.#timer.after(this.#timeoutMs, this.#over);
      this.#open.add(giveUp);
      const ended =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          this.#end(giveUp);
          settle(value);
        };
      result.then(ended(resolve), ended(reject));
      if (this.signal.aborted) this.#giveUp(giveUp);
    });
  }

  /** No more tasks are added. */
  close(): void {
    this.#isClosed = true;
    this.#leaveOthersIfDone();
  }

  #end(giveUp: () => void): void {
    if (!this.#open.delete(giveUp) || this.#open.size > 0) return;
    this.#cancel();
    this.#leaveOthersIfDone();
  }

  #leaveOthersIfDone(): void {
    if (this.#isClosed && this.#open.size === 0 && this.others !== neverAborted)
      this.others.removeEventListener("abort", this.#leave);
  }

  readonly #leave = () => this.#abort(this.others.reason);
  readonly #over = () => this.#abort(timeIsOver());

  #abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const giveUp of this.#open) this.#giveUp(giveUp);
  }

  #giveUp(giveUp: () => void): void {
    giveUp();
    this.#end(giveUp);
  }
}
