/**
 * Decides when pending records are written. By default that is the end of the current turn of the event loop, so that
 * all records of a turn share one commit. A turn may run many callbacks, each of which lets a step continue. Between
 * two callbacks, pending records are written as soon as the oldest has waited longer than a commit takes, so that early
 * records do not wait for late ones. Steps that continue immediately after a commit append again in the same turn, so a
 * turn is cut short after `longestTurnMs`.
 */
export class CommitMoment {
  readonly #write: () => void;
  readonly #elapsed: () => number;
  readonly #canLook: boolean;
  #waitsSince: number | undefined;
  #turnBegan: number | undefined;
  #looks = false;
  #commitMs = 0;

  /** Without a clock, records are always written at the end of the turn. */
  constructor(write: () => void, elapsed: (() => number) | undefined) {
    this.#write = write;
    this.#elapsed = elapsed ?? (() => 0);
    this.#canLook = elapsed !== undefined;
  }

  /** Call when a record is pending. */
  await(): void {
    const now = this.#elapsed();
    this.#waitsSince ??= now;
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => this.#endTurn());
    }
    if (this.#looks || !this.#canLook) return;
    this.#looks = true;
    // Runs after the current callback and the promises that it resolved.
    process.nextTick(() => this.#look());
  }

  /** Makes a commit and measures how long it takes. */
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
