/** Names that are given once. The order of the requests decides who gets a name, so it must not depend on chance. */
export class NameScope {
  readonly #taken: Set<string>;
  readonly #key: (name: string) => string;

  /** With `ignoreCase`, names that differ only in case count as equal, as they do for files on some systems. */
  constructor(reserved: Iterable<string> = [], { ignoreCase = false } = {}) {
    this.#key = ignoreCase ? (name) => name.toLowerCase() : (name) => name;
    this.#taken = new Set([...reserved].map(this.#key));
  }

  /** Returns the first candidate that is free, or else the last one with the first free number from 2 on. */
  take(...candidates: readonly string[]): string {
    const last = candidates.at(-1)!;
    let name = candidates.find((candidate) => !this.#taken.has(this.#key(candidate)));
    for (let number = 2; name === undefined; number++) {
      const numbered = `${last}${number}`;
      if (!this.#taken.has(this.#key(numbered))) name = numbered;
    }
    this.#taken.add(this.#key(name));
    return name;
  }
}
