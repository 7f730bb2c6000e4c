import type { AtOnce } from "./at-once.js";

/** Limits the number of concurrent tasks. The others wait in order of arrival. */
export class Limiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A task may step `aside` while it waits for something, so that others can run. */
  run<T>(work: (aside: Aside) => Promise<T>): Promise<T>;
  run<T>(work: (aside: Aside) => AtOnce<T>): AtOnce<T>;
  run<T>(work: (aside: Aside) => AtOnce<T>): AtOnce<T> {
    const turn = this.#enter();
    return turn === undefined ? this.#work(work) : turn.then(() => this.#work(work));
  }

  #work<T>(work: (aside: Aside) => AtOnce<T>): AtOnce<T> {
    let isUnderWay = false;
    try {
      const result = work(this.#aside);
      if (result instanceof Promise) {
        isUnderWay = true;
        void result.then(this.#leave, this.#leave);
      }
      return result;
    } finally {
      if (!isUnderWay) this.#leave();
    }
  }

  readonly #aside: Aside = async (wait) => {
    this.#leave();
    try {
      await wait();
    } finally {
      await this.#enter();
    }
  };

  #enter(): Promise<void> | undefined {
    if (this.#running >= this.#limit) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#running++;
    return undefined;
  }

  readonly #leave = (): void => {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  };
}

export type Aside = (wait: () => Promise<void>) => Promise<void>;
