import { isArray, isObject, isReference, isSecret, isUnknown, type Value } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd, shortenMiddle } from "../../std/shorten-text.js";
import { styled, wrapPieces, type Line, type Piece, type Pieces } from "../layout/index.js";
import { keyText, resourceLabel, valueText } from "./value-text.js";

/** The available room, in columns. */
export interface ValueRoom {
  /** After the label. */
  readonly first: number;
  /** Below the label. */
  readonly width: number;
  /** Shows the complete value. */
  readonly verbose: boolean;
}

/** The text after a label, and the lines below it. */
export interface ShownValue {
  readonly line: Pieces;
  readonly below: readonly Line[];
}

/** Longer lines are hard to read, even on a wide terminal. */
const comfortable = 100;

/** Renders a short value after its label, and a long one below it: one line per part, or per line of a text. */
export function shownValue(value: Value, room: ValueRoom, depth = 0): ShownValue {
  const { first, width, verbose } = room;
  if (typeof value === "string" && linesOf(value).length > 1) return textBlock(value, room);
  const short = onOneLine(value, Math.min(first, comfortable));
  if (short !== undefined) return { line: [short], below: [] };
  const isShallow = depth < (verbose ? deepest.verbose : deepest.usual);
  if (isArray(value) && isShallow) {
    const entries = value.map((item, index): LabelledValue => [`[${index}]`, item]);
    return { line: [], below: entryLines(entries, room, depth) };
  }
  if (isObject(value) && isShallow) {
    const entries = Object.keys(value).map((key): LabelledValue => [keyText(key), value[key]]);
    return { line: [], below: entryLines(entries, room, depth) };
  }
  if (verbose && typeof value === "string") {
    return { line: [], below: indented(wrapPieces([valueText(value, longestText)], width - 2)) };
  }
  const isTight = first < tight;
  const cut = cutValue(value, Math.min(isTight ? width - 2 : first, comfortable));
  return isTight ? { line: [], below: [["  ", ...cut]] } : { line: cut, below: [] };
}

const deepest = { usual: 3, verbose: 12 };
/** For one text, even if verbose. */
export const longestText = 4_000;
/** Less room than this after a label is not used. */
const tight = 16;

/** Returns the whole value if it fits on the line. */
export function onOneLine(value: Value, width: number): Piece | undefined {
  if (isUnknown(value)) return fitting("known after apply", "note", width);
  if (isSecret(value)) return fitting("[secret]", "faint", width);
  if (isReference(value)) return fitting(resourceLabel(value.urn), undefined, width);
  return fitting(valueText(value, width === Infinity ? Infinity : width + 1), undefined, width);
}

function fitting(text: string, style: "note" | "faint" | undefined, width: number): Piece | undefined {
  return displayWidth(text) <= width ? styled(style, text) : undefined;
}

/** Cuts a value to the width. For a text, adds its length. */
export function cutValue(value: Value, width: number): Pieces {
  if (isReference(value)) return [shortenMiddle(resourceLabel(value.urn), width)];
  if (typeof value !== "string") return [shortenEnd(valueText(value, width + 1), width)];
  const count = ` (${value.length} characters)`;
  const rest = width - count.length;
  if (rest < tight) return [shortenEnd(valueText(value, width + 1), width)];
  return [shortenEnd(valueText(value, rest + 1), rest), styled("faint", count)];
}

type LabelledValue = readonly [label: string, value: Value];

function entryLines(entries: readonly LabelledValue[], room: ValueRoom, depth: number): readonly Line[] {
  const most = room.verbose || entries.length <= usualEntries ? entries.length : usualEntries - 1;
  const lines = entries.slice(0, most).flatMap(([label, value]): readonly Line[] => {
    const head = `${shortenMiddle(label, Math.max(8, Math.floor(room.width / 2)))}: `;
    const width = room.width - 2;
    const { line, below } = shownValue(
      value,
      { ...room, first: width - displayWidth(head), width },
      depth + 1,
    );
    return [["  ", head, ...line], ...indented(below)];
  });
  const left = entries.length - most;
  return left === 0 ? lines : [...lines, [styled("faint", `  … ${left} more`)]];
}

/** For a list or an object, and for the lines of a text. */
const usualEntries = 8;

function textBlock(text: string, room: ValueRoom): ShownValue {
  const lines = linesOf(text);
  const most = room.verbose || lines.length <= usualEntries ? lines.length : usualEntries - 2;
  const left = lines.length - most;
  const width = room.verbose ? room.width : Math.min(room.width, widestText);
  const count = `text of ${lines.length} lines`;
  return {
    line: displayWidth(count) <= room.first ? [styled("faint", count)] : [],
    below: [
      ...lines
        .slice(0, most)
        .map((line): Line => [
          styled("faint", "  | "),
          shortenEnd(printable(clipped(line, width)), width - 4),
        ]),
      ...(left === 0 ? [] : [[styled("faint", `  … ${left} more lines`)]]),
    ],
  };
}

/** Longer lines of a text are cut, unless verbose. */
export const widestText = 160;

/** Avoids processing the whole of a line that is cut anyway. */
function clipped(line: string, width: number): string {
  const most = width === Infinity ? longestText : width * 2;
  return line.length > most ? line.slice(0, most) : line;
}

/** Splits a text into lines. A newline at the end does not start another line. */
export function linesOf(text: string): readonly string[] {
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

export function indented(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => ["  ", ...line]);
}
