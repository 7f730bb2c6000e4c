/** Chance that repeats itself: the same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;
    for (let warm = 0; warm < 4; warm++) this.#next();
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return this.#next() % limit;
  }

  chance(ofHundred: number): boolean {
    return this.below(100) < ofHundred;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** Nothing in some of the cases. */
  maybe<T>(ofHundred: number, draw: () => T): T | undefined {
    return this.chance(ofHundred) ? draw() : undefined;
  }

  list<T>(from: number, to: number, draw: () => T): readonly T[] {
    return Array.from({ length: from + this.below(to - from + 1) }, draw);
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
