import { isSecret, type Value } from "../../model/index.js";
import { printable } from "../../std/printable.js";
import { shortenEnd } from "../../std/shorten-text.js";
import type { Look } from "../look.js";
import { styled, widthOf, wrapPieces, type Line, type Piece, type Styled } from "../layout/index.js";
import { changedLines, windowAround } from "./changed-lines.js";
import {
  cutValue,
  indented,
  linesOf,
  longestText,
  onOneLine,
  widestText,
  type ShownValue,
  type ValueRoom,
} from "./shown-value.js";
import { valueText } from "./value-text.js";

/** The words between two values: old and new, or recorded and observed. */
export interface SideWords {
  readonly before: string;
  readonly between: string;
  /** For a missing value. */
  readonly absent: string;
  /** Before each value, if one is below the other. */
  readonly below: readonly [before: Styled, after: Styled];
}

export const becomes: SideWords = {
  before: "",
  between: " -> ",
  absent: "null",
  below: [
    { style: "delete", text: "- " },
    { style: "create", text: "+ " },
  ],
};
export const wasFound: SideWords = {
  before: "was ",
  between: ", now ",
  absent: "absent",
  below: [
    { style: "faint", text: "was " },
    { style: "faint", text: "now " },
  ],
};

/**
 * Renders the change of a value: on one line if both sides fit, otherwise one below the other. For long texts only
 * the differences are shown.
 */
export function shownChange(
  before: Value,
  after: Value,
  room: ValueRoom,
  compareLines: Look["compareLines"],
  words: SideWords = becomes,
): ShownValue {
  if (isSecret(before) && isSecret(after)) {
    const whole = "[secret]  (secret changed)";
    return { line: [styled("faint", whole.length <= room.first ? whole : "secret changed")], below: [] };
  }
  const isText = typeof before === "string" && typeof after === "string";
  const isLong = isText && (linesOf(before).length > 1 || linesOf(after).length > 1);
  if (isLong && compareLines !== undefined) return textChange(before, after, room, compareLines);
  const line = isLong ? undefined : sidesOnOneLine(before, after, room.first, words);
  if (line !== undefined) return { line, below: [] };
  const [left, right] = words.below;
  if (isText) return { line: [], below: windows(before, after, room, words) };
  return {
    line: [],
    below: [...sideLines(left, before, room, words), ...sideLines(right, after, room, words)],
  };
}

function sidesOnOneLine(
  before: Value,
  after: Value,
  width: number,
  { before: start, between, absent }: SideWords,
): readonly Piece[] | undefined {
  const longest = Math.min(width, 120);
  const side = (value: Value) => (value === undefined ? absent : onOneLine(value, longest));
  const [left, right] = [side(before), side(after)];
  if (left === undefined || right === undefined) return undefined;
  const line = [styled("faint", start), left, styled("faint", between), right];
  return widthOf(line) <= longest ? line : undefined;
}

function textChange(
  before: string,
  after: string,
  { first, width, verbose }: ValueRoom,
  compareLines: NonNullable<Look["compareLines"]>,
): ShownValue {
  const changes = compareLines(before, after);
  const inside = (verbose ? width : Math.min(width, widestText)) - 2;
  const count = (kind: "added" | "removed") =>
    changes.reduce((sum, change) => sum + (change.kind === kind ? change.lines.length : 0), 0);
  const counts = `text, +${count("added")} -${count("removed")} lines`;
  const [ends, ended] = [after.endsWith("\n"), before.endsWith("\n")];
  return {
    line: counts.length <= first ? [styled("faint", counts)] : [],
    below: [
      ...indented(changedLines(changes, { width: inside, verbose })),
      ...(ends === ended
        ? []
        : [[styled("faint", shortenEnd(`  now ends ${ends ? "with" : "without"} a newline`, width))]]),
    ],
  };
}

/** Cuts two long texts to start shortly before their first difference; complete if verbose. */
function windows(before: string, after: string, room: ValueRoom, { below }: SideWords): readonly Line[] {
  const [left] = below;
  const width = room.width - 2 - left.text.length;
  const shown = windowAround(printable(before), printable(after), Math.min(width, widestText));
  return below.flatMap(({ style, text }, index): readonly Line[] => {
    if (!room.verbose) return [["  ", styled(style, `${text}${shown[index]!}`)]];
    const whole = [before, after][index]!.slice(0, longestText);
    return besides({ style, text }, wrapPieces([styled(style, whole)], width));
  });
}

function sideLines(
  { style, text }: Styled,
  value: Value,
  { width, verbose }: ValueRoom,
  { absent }: SideWords,
): readonly Line[] {
  if (value === undefined) return [["  ", styled(style, `${text}${absent}`)]];
  const room = width - 2 - text.length;
  return besides(
    { style, text },
    verbose ? wrapPieces([valueText(value, longestText)], room) : [cutValue(value, room)],
  );
}

/** Puts a word before the first of the lines. */
function besides({ style, text }: Styled, lines: readonly Line[]): readonly Line[] {
  return lines.map((line, index) => [
    "  ",
    styled(style, index === 0 ? text : " ".repeat(text.length)),
    ...line,
  ]);
}
