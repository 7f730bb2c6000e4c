/** The lines of a text, counted from zero. Only a line feed ends a line, as in source maps. */
export class TextLines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
      this.#starts.push(index + 1);
    }
  }

  /** Returns the offset at which a line begins, or an offset beyond the text for a line after the last one. */
  start(line: number): number {
    return this.#starts[line] ?? Infinity;
  }

  place(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return { line: low - 1, column: offset - this.#starts[low - 1]! };
  }
}
