import { type SourceMap, type Segment } from "../source-map.js";
import { TextLines } from "./text-lines.js";

/**
 * Changes to a text that never add a line. Wrappings nest: the first one is the outermost, so visit a tree from its
 * root.
 */
export class Splice {
  readonly #before = new Map<number, string>();
  readonly #after = new Map<number, string>();
  readonly #replaced = new Map<number, { readonly end: number; readonly text: string }>();

  get isEmpty(): boolean {
    return this.#before.size + this.#after.size + this.#replaced.size === 0;
  }

  wrap({ start, end }: Range, prefix: string, suffix: string): void {
    this.#after.set(start, (this.#after.get(start) ?? "") + prefix);
    this.#before.set(end, suffix + (this.#before.get(end) ?? ""));
  }

  /** Inserts at an offset, inside all wrappings that begin there so far. */
  insert(offset: number, text: string): void {
    this.#after.set(offset, (this.#after.get(offset) ?? "") + text);
  }

  /** Replaces a range. Nothing inside the range may be changed in another way. */
  replace({ start, end }: Range, text: string): void {
    this.#replaced.set(start, { end, text });
  }

  apply(text: string, map: SourceMap): { readonly text: string; readonly map: SourceMap } {
    const edits = this.#edits();
    let result = "";
    let offset = 0;
    for (const { start, end, inserted } of edits) {
      result += text.slice(offset, start) + inserted;
      offset = end;
    }
    return { text: result + text.slice(offset), map: { ...map, lines: shiftLines(text, map, edits) } };
  }

  #edits(): TextEdit[] {
    const offsets = new Set([...this.#before.keys(), ...this.#after.keys(), ...this.#replaced.keys()]);
    return [...offsets]
      .sort((a, b) => a - b)
      .map((start) => {
        const { end, text } = this.#replaced.get(start) ?? { end: start, text: "" };
        const moved = (this.#before.get(start) ?? "") + (this.#after.get(start) ?? "");
        return { start, end, inserted: moved + text, moved: moved.length };
      });
  }
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

interface TextEdit extends Range {
  readonly inserted: string;
  /** The length of the inserted part that is before the original text at `start`. */
  readonly moved: number;
}

function shiftLines(text: string, map: SourceMap, edits: readonly TextEdit[]): Segment[][] {
  const lines = new TextLines(text);
  let next = 0;
  return map.lines.map((segments, line) => {
    const lineStart = lines.start(line);
    let shift = 0;
    return segments.map((segment) => {
      const offset = lineStart + segment.column;
      while (next < edits.length && edits[next]!.start <= offset) {
        const { start, end, inserted, moved } = edits[next]!;
        if (start >= lineStart) {
          // Positions inside replaced text map to its beginning.
          if (offset < end) return { ...segment, column: start - lineStart + shift + moved };
          shift += inserted.length - (end - start);
        }
        next++;
      }
      return { ...segment, column: segment.column + shift };
    });
  });
}
