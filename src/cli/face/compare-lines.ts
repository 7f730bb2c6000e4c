// Imports the file directly: the index of the package loads twenty others.
import { diffLines } from "diff/lib/diff/line.js";
import type { LineChange } from "../../render/index.js";

/** Limit of changed lines. A longer comparison is not readable. */
const maxEditLength = 2_000;

/** Compares two texts line by line. If they differ too much, returns all old lines and all new lines. */
export function compareLines(before: string, after: string): readonly LineChange[] {
  const parts = diffLines(before, after, { maxEditLength, stripTrailingCr: false });
  if (parts === undefined) {
    return [
      { kind: "removed", lines: linesOf(before) },
      { kind: "added", lines: linesOf(after) },
    ];
  }
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    lines: linesOf(value),
  }));
}

function linesOf(text: string): readonly string[] {
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
