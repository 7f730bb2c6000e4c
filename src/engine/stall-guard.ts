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
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#busy--;
      this.check();
    }
  }

  check(): void {
    if (this.#scheduled || this.#busy > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#busy === 0 && this.#isQuiet()) this.#onStall();
    });
  }
}
