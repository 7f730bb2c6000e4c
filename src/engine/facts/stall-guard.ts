import type { AtOnce } from "../../std/index.js";

/**
 * Notices when everything that is left waits for something else that is left: no provider is being asked, no
 * callback runs, nothing is being written, and yet the work is not done. Looks only after a whole turn of the
 * event loop, when all that could go on has gone on.
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

  /** Work that will end by itself: while any is under way, nothing is stalled. */
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
