import type { Program } from "acorn";
import type { Segment, SourceMap } from "../source-map.js";
import { places } from "./syntax-tree.js";
import { TextLines } from "./text-lines.js";

/** The map of a text that is its own source, exact wherever a part of its syntax begins. */
export function identityMap(program: Program, text: string): SourceMap {
  const lines = new TextLines(text);
  const columns: Set<number>[] = text.split("\n").map(() => new Set());
  for (const { node } of places(program)) {
    const { line, column } = lines.place(node.start);
    columns[line]!.add(column);
  }
  const segment = (line: number, column: number): Segment => ({
    column,
    source: 0,
    sourceLine: line,
    sourceColumn: column,
  });
  return {
    sources: [""],
    lines: columns.map((each, line) =>
      [...each].sort((a, b) => a - b).map((column) => segment(line, column)),
    ),
  };
}
