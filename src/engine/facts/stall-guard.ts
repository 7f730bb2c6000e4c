import type { AtOnce } from "../../std/index.js";

/**
 * Detects a deadlock: all remaining work waits for other remaining work, no provider call or callback is running, and
 * nothing is being written. Checks only after a full turn of the event loop, when everything that could progress has
 * done so.
 */
export class StallGuard {
  readonly #isQuiet: () => boolean;
  readonly #onStall: () => void;
  #busy = 0;
  #scheduled = false;

  constructor(isQuiet: () => boolean, onStall: () => void) {
    this.#isQuiet = isQuiet;
    this.#onStall = onStall;
  }

  /** Runs work that ends by itself. Nothing counts as stalled while such work is in progress. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  busy<T>(work: () => AtOnce<T>): AtOnce<T>;
  busy<T>(work: () => AtOnce<T>): AtOnce<T> {
    const result = work();
    if (result instanceof Promise) {
      this.#busy++;
      void result.then(this.#ended, this.#ended);
    }
    return result;
  }

  readonly #ended = (): void => {
    this.#busy--;
    this.check();
  };

  check(): void {
    if (this.#scheduled || this.#busy > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#busy === 0 && this.#isQuiet()) this.#onStall();
    });
  }
}
