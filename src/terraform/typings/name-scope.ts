/** Names that are given once. The order of the requests decides who gets a name, so it must not depend on chance. */
export class NameScope {
  readonly #reserved: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #key: (name: string) => string;

  /**
   * `reserved` are names that many scopes do not give, `taken` those of this one. With `ignoreCase`, names that differ only in case count
   * as equal, as they do for files on some systems; reserved names are then in lower case.
   */
  constructor(reserved: ReadonlySet<string>, taken: readonly string[] = [], { ignoreCase = false } = {}) {
    this.#key = ignoreCase ? (name) => name.toLowerCase() : (name) => name;
    this.#reserved = reserved;
    this.#taken = new Set(taken.map(this.#key));
  }

  /** Returns the first candidate that is free, or else the last one with the first free number from 2 on. */
  take(...candidates: readonly string[]): string {
    const last = candidates.at(-1)!;
    let name = candidates.find((candidate) => this.#isFree(candidate));
    for (let number = 2; name === undefined; number++) {
      const numbered = `${last}${number}`;
      if (this.#isFree(numbered)) name = numbered;
    }
    this.#taken.add(this.#key(name));
    return name;
  }

  #isFree(name: string): boolean {
    const key = this.#key(name);
    return !this.#reserved.has(key) && !this.#taken.has(key);
  }
}
