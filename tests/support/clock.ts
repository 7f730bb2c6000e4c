import type { Timer } from "../../src/std/index.js";

/** Strikes when it is told to. */
export class Clock implements Timer {
  readonly waiting = new Map<() => void, number>();

  after(delayMs: number, run: () => void): () => void {
    this.waiting.set(run, delayMs);
    return () => this.waiting.delete(run);
  }

  strike(): void {
    for (const run of this.waiting.keys()) run();
  }
}
