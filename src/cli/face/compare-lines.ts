// Its own file: the door of the package leads to twenty.
import { diffLines } from "diff/lib/diff/line.js";
import type { LineChange } from "../../render/index.js";

/** Beyond so many changed lines nobody reads them one by one. */
const maxEditLength = 2_000;

/** How one text becomes another, line by line; all of it at once where they have little in common. */
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
