import type { Timer } from "../../../src/std/index.js";

/** The time of a scenario. It stands still but for what the scenario lets pass, and for what the engine waits for. */
export class ScenarioTime {
  #nowMs = 0;
  #clockOffMs = 0;
  readonly #due = new Set<{ readonly atMs: number; readonly run: () => void }>();
  #events: { readonly atMs: number; readonly run: () => void }[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  /** What the clock on the wall says: it can be set. */
  readonly clock = (): string =>
    new Date(Date.UTC(2030, 0, 1) + this.#nowMs + this.#clockOffMs).toISOString();

  /** Sets the clock on the wall forward, or back; no time passes. */
  setClock(byMs: number): void {
    this.#clockOffMs += byMs;
  }

  /** How many calls have a time that can be over. */
  get deadlines(): number {
    return this.#due.size;
  }

  /** Ends calls when that much time has passed. */
  readonly timer: Timer = {
    after: (delayMs, run) => {
      const due = { atMs: this.#nowMs + delayMs, run };
      this.#due.add(due);
      return () => this.#due.delete(due);
    },
  };

  /** What the engine waits for by itself comes at once, and is then as late as it was to be. */
  readonly pauses: Timer = {
    after: (delayMs, run) => {
      const atMs = this.#nowMs + delayMs;
      const handle = setImmediate(() => {
        this.#moveTo(atMs);
        run();
      });
      return () => clearImmediate(handle);
    },
  };

  /** Something happens in the world when that much time has passed, by itself or because the engine waits. */
  later(delayMs: number, run: () => void): void {
    this.#events.push({ atMs: this.#nowMs + delayMs, run });
  }

  /** Lets everything go on that can, and then time pass. */
  async pass(durationMs: number): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    this.#moveTo(this.#nowMs + durationMs);
    for (const due of [...this.#due].filter(({ atMs }) => atMs <= this.#nowMs)) due.run();
  }

  #moveTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    const due = this.#events.filter((each) => each.atMs <= this.#nowMs);
    this.#events = this.#events.filter((each) => !due.includes(each));
    for (const { run } of due) run();
  }
}
