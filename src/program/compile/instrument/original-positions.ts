import { segmentAt, type SourceMap } from "../source-map.js";
import { TextLines } from "./text-lines.js";

export interface OriginalPosition {
  /** An index into the sources of the map. */
  readonly file: number;
  /** Counted from one. */
  readonly line: number;
  readonly column: number;
}

/** The original positions of the pieces of a compiled program. */
export class OriginalPositions {
  readonly #map: SourceMap;
  readonly #lines: TextLines;
  readonly #sources: readonly (readonly string[])[];

  constructor(text: string, map: SourceMap, sources: readonly string[]) {
    this.#map = map;
    this.#lines = new TextLines(text);
    this.#sources = sources.map((source) => source.split("\n"));
  }

  /** Returns the original position, or undefined for code that the compiler added. */
  place(offset: number): OriginalPosition | undefined {
    const { line, column } = this.#lines.place(offset);
    const segment = segmentAt(this.#map, line, column);
    return (
      segment && { file: segment.source, line: segment.sourceLine + 1, column: segment.sourceColumn + 1 }
    );
  }

  /**
   * Returns the name at this offset as the author wrote it, because compilers rename. Undefined if the author wrote
   * none.
   */
  nameAt(offset: number): string | undefined {
    const { line, column } = this.#lines.place(offset);
    const segment = segmentAt(this.#map, line, column);
    if (segment?.column !== column) return undefined;
    identifier.lastIndex = segment.sourceColumn;
    const name = identifier.exec(this.#sources[segment.source]?.[segment.sourceLine] ?? "")?.[0];
    return name === undefined || notNames.has(name) ? undefined : name;
  }
}

const identifier = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;

/** Keywords that may be at the original position of a variable that the compiler generated. */
const notNames = new Set(["export", "default", "class", "function", "new", "import", "enum", "namespace"]);
