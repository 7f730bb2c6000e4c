/** Lets at most so many things run at the same time; the others wait in the order they came. */
export class Limiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What it runs may step `aside` while it waits for something, so that others run meanwhile. */
  async run<T>(work: (aside: (wait: () => Promise<void>) => Promise<void>) => Promise<T>): Promise<T> {
    const turn = this.#enter();
    if (turn !== undefined) await turn;
    try {
      return await work(async (wait) => {
        this.#leave();
        try {
          await wait();
        } finally {
          await this.#enter();
        }
      });
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#running >= this.#limit) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#running++;
    return undefined;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}
