/** An area of behavior over the life of a stack, with the tests that cover it. */
export interface Area {
  readonly name: string;
  /** The contents of the area, in one line. */
  readonly about: string;
  /** Paths of test files, relative to `tests/`. */
  readonly tests: readonly string[];
  /** Deliberate differences from other tools. */
  readonly different: readonly Difference[];
}

export interface Difference {
  readonly others: string;
  readonly ours: string;
  readonly because: string;
}
