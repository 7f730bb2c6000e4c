/** A place in a text. Both count from one; columns are in UTF-16 units, like in editors. */
export interface HclPosition {
  readonly line: number;
  readonly column: number;
}

/** A problem in a text. */
export interface HclFault extends HclPosition {
  /** A clause without capital and full stop: `the string has no end`. */
  readonly problem: string;
}

/** Returns the position of an offset in a text. */
export function hclPosition(text: string, offset: number): HclPosition {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end < 0 || end >= offset) return { line, column: offset - start + 1 };
    line++;
    start = end + 1;
  }
}
