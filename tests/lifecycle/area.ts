/** One area of what engines of this kind do over the life of a stack, and what shows how ours does it. */
export interface Area {
  readonly name: string;
  /** What belongs to it, in a line. */
  readonly about: string;
  /** Test files, by their name below `tests/`. */
  readonly tests: readonly string[];
  /** Where others do something else, and we do not on purpose. */
  readonly different: readonly Difference[];
}

export interface Difference {
  readonly others: string;
  readonly ours: string;
  readonly because: string;
}
