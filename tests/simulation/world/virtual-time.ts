import type { Timer } from "../../../src/std/index.js";

/** What is to happen, and when. */
interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that stands still until everything that can go on has gone on, and then moves to what is due next. */
export class VirtualTime implements Timer {
  #nowMs = 0;
  /** How far the clock on the wall is off. */
  #jumpedMs = 0;
  #order = 0;
  #due: Due[] = [];
  #outside = 0;

  /** On a clock that only goes forward. */
  get elapsedMs(): number {
    return this.#nowMs;
  }

  /** On the wall, where it may be set forward and back. */
  get now(): string {
    return new Date(Date.UTC(2030, 0, 1) + this.#nowMs + this.#jumpedMs).toISOString();
  }

  jump(byMs: number): void {
    this.#jumpedMs += byMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const due: Due = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, run };
    const place = this.#due.findLastIndex((other) => other.atMs <= due.atMs);
    this.#due.splice(place + 1, 0, due);
    return () => {
      this.#due = this.#due.filter((other) => other !== due);
    };
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }

  /** Work that takes real time: until it is done, nothing else happens. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.#outside++;
    try {
      return await work();
    } finally {
      this.#outside--;
    }
  }

  /** Within such work, something that virtual time decides over. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    this.#outside--;
    try {
      return await work();
    } finally {
      this.#outside++;
    }
  }

  /** Lets time pass until the work is done, which must not take longer than is said. */
  async run<T>(work: Promise<T>, longestMs: number): Promise<T> {
    const latestMs = this.#nowMs + longestMs;
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await turnsOfTheLoop();
      if (isDone) return work;
      if (this.#outside > 0) continue;
      const next = this.#due.shift();
      if (next === undefined) throw new Error("Nothing is left that could happen, and the work is not done.");
      if (next.atMs > latestMs) throw new Error("The work takes too long.");
      this.#nowMs = next.atMs;
      next.run();
    }
  }
}

/** Enough for what the engine does in turns: to collect records, and to see that nothing goes on. */
async function turnsOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
}
