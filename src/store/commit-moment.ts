/**
 * Says when what waits is written: when the turn of the event loop ends, so that all that comes in it shares a commit.
 * A turn may have many callbacks, each of which lets a step go on. Between two of them it is written as soon as it has
 * waited for longer than commits take: then those that come first need not wait for those that come last. What goes on
 * at once when it is written comes back in the same turn, which is therefore not drawn out for long.
 */
export class CommitMoment {
  readonly #write: () => void;
  readonly #elapsed: () => number;
  readonly #canLook: boolean;
  #waitsSince: number | undefined;
  #turnBegan: number | undefined;
  #looks = false;
  #commitMs = 0;

  /** Without a clock it is always the end of the turn. */
  constructor(write: () => void, elapsed: (() => number) | undefined) {
    this.#write = write;
    this.#elapsed = elapsed ?? (() => 0);
    this.#canLook = elapsed !== undefined;
  }

  /** Something waits. */
  await(): void {
    const now = this.#elapsed();
    this.#waitsSince ??= now;
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => this.#endTurn());
    }
    if (this.#looks || !this.#canLook) return;
    this.#looks = true;
    // When the callback that is running has ended, with all that it has settled.
    process.nextTick(() => this.#look());
  }

  /** Makes a commit, and takes note of how long that takes. */
  async commit<Result>(make: () => Promise<Result>): Promise<Result> {
    const begun = this.#elapsed();
    const result = await make();
    this.#commitMs = this.#elapsed() - begun;
    return result;
  }

  #look(): void {
    this.#looks = false;
    if (this.#waitsSince === undefined || this.#turnBegan === undefined) return;
    const now = this.#elapsed();
    const patienceMs = Math.max(leastPatienceMs, 2 * this.#commitMs);
    if (now - this.#waitsSince >= patienceMs && now - this.#turnBegan < longestTurnMs) this.#come();
  }

  #endTurn(): void {
    this.#turnBegan = undefined;
    if (this.#waitsSince !== undefined) this.#come();
  }

  #come(): void {
    this.#waitsSince = undefined;
    this.#write();
  }
}

const leastPatienceMs = 1;
const longestTurnMs = 20;
