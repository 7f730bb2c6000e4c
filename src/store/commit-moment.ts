/**
 * Says when what waits is written: when the turn of the event loop ends, so that all that comes in it shares a commit.
 * A turn may have many callbacks, each of which lets a step go on. Between two of them it is written as soon as it has
 * waited for longer than commits take: then those that come first need not wait for those that come last.
 */
export class CommitMoment {
  readonly #write: () => void;
  readonly #elapsed: (() => number) | undefined;
  #endOfTurn: NodeJS.Immediate | undefined;
  #waitsSince = 0;
  #looks = false;
  #commitMs = 0;

  /** Without a clock it is always the end of the turn. */
  constructor(write: () => void, elapsed: (() => number) | undefined) {
    this.#write = write;
    this.#elapsed = elapsed;
  }

  /** Something waits. */
  await(): void {
    if (this.#endOfTurn === undefined) {
      this.#waitsSince = this.#elapsed?.() ?? 0;
      this.#endOfTurn = setImmediate(() => this.#come());
    }
    if (this.#elapsed === undefined || this.#looks) return;
    this.#looks = true;
    // When the callback that is running has ended, with all that it has settled.
    process.nextTick(() => this.#look(this.#elapsed!()));
  }

  /** A commit has been made. */
  took(commitMs: number): void {
    this.#commitMs = commitMs;
  }

  #look(now: number): void {
    this.#looks = false;
    const patienceMs = Math.max(leastPatienceMs, 2 * this.#commitMs);
    if (this.#endOfTurn !== undefined && now - this.#waitsSince >= patienceMs) this.#come();
  }

  #come(): void {
    clearImmediate(this.#endOfTurn);
    this.#endOfTurn = undefined;
    this.#write();
  }
}

const leastPatienceMs = 1;
