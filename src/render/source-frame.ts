import type { SourcePosition } from "../model/index.js";
import { displayCharacters, displayWidth } from "../std/display-width.js";
import { printable } from "../std/printable.js";
import { styled, type Line } from "./layout/index.js";
import type { SourceLook } from "./look.js";

export interface FrameSize {
  /** Total width in columns. */
  readonly width: number;
  /** Number of lines shown before and after the line itself. */
  readonly around: number;
}

/**
 * Returns the source around a position, with a caret below it. Empty if the file cannot be read or no longer has
 * the position. Long lines are cut around the caret; secrets are masked.
 */
export function sourceFrame(
  { file, line, column }: SourcePosition,
  look: SourceLook,
  { width, around }: FrameSize,
): readonly Line[] {
  const hide = (text: string) => look.hide(text.replace(writtenSecret, "$1$2[secret]$2"));
  const lines = look.read(file)?.split(lineEnd) ?? [];
  const text = lines[line - 1];
  if (text === undefined || text.trim() === "" || column < 1 || column > text.length + 1) return [];
  const { first, last } = shownLines(lines, line, around);
  const digits = String(last).length;
  const room = Math.max(narrowest, Math.min(width, widest) - digits - "> |  ".length);
  const near = nearby(column - 1);
  const shown = hide(near.of(text));
  const before = hide(near.of(text.slice(0, column - 1)));
  const caret = shown.startsWith(before) ? displayWidth(spelled(before)) : undefined;
  const from = windowStart(caret ?? 0, displayWidth(spelled(shown)), room);
  const frame: Line[] = [];
  for (let number = first; number <= last; number++) {
    const isIt = number === line;
    const code = cut(spelled(isIt ? shown : hide(near.of(lines[number - 1]!))), from, room);
    const gutter = `${isIt ? ">" : " "} ${String(number).padStart(digits)} |`;
    const piece = code === "" ? [] : [" ", code];
    frame.push(isIt ? [styled("error", gutter), ...piece] : [styled("faint", [gutter, ...piece].join(""))]);
    if (isIt && caret !== undefined)
      frame.push([
        styled("faint", `  ${" ".repeat(digits)} |`),
        styled("error", ` ${" ".repeat(caret - from)}^`),
      ]);
  }
  return frame;
}

/**
 * A secret literal in the source. If a program fails early, its secrets are not registered yet and have to be found
 * by pattern.
 */
const writtenSecret = /(\bsecret\s*\(\s*)(["'`])(?:\\.|(?!\2).)+(?:\2|$)/g;
/** The line terminators of JavaScript. */
const lineEnd = /\r\n|[\n\r\u2028\u2029]/;
const narrowest = 16;
/** The limit if the width is unlimited. */
const widest = 160;
const tabWidth = 4;
/** In characters to each side. In minified code one line may be the whole file. */
const nearbyLength = 1_000;

/** Leaves out empty lines at either end. */
function shownLines(lines: readonly string[], line: number, around: number) {
  let first = Math.max(1, line - around);
  let last = Math.min(lines.length, line + around);
  while (first < line && lines[first - 1]!.trim() === "") first++;
  while (last > line && lines[last - 1]!.trim() === "") last--;
  return { first, last };
}

/** Selects the part of a line around the column. */
function nearby(column: number): { readonly of: (line: string) => string } {
  const start = Math.max(0, column - nearbyLength);
  return { of: (line) => line.slice(start, column + nearbyLength) };
}

/** Expands tabs to their stops and makes control characters printable. */
function spelled(line: string): string {
  if (!line.includes("\t")) return printable(line);
  let text = "";
  for (const [index, part] of line.split("\t").entries()) {
    if (index > 0) text += " ".repeat(tabWidth - (displayWidth(text) % tabWidth));
    text += printable(part);
  }
  return text;
}

/** Returns the first visible column of lines that do not fit. */
function windowStart(caret: number, wide: number, room: number): number {
  if (wide <= room || caret < room - Math.min(12, Math.floor(room / 3))) return 0;
  return caret - Math.floor(room / 2);
}

/** Cuts a line to the visible columns and marks each cut with an ellipsis. */
function cut(text: string, from: number, room: number): string {
  if (from === 0 && displayWidth(text) <= room) return text;
  let shown = "";
  let column = 0;
  for (const character of displayCharacters(text)) {
    const end = column + character.width;
    const isIn = column >= from + (from > 0 ? 1 : 0) && end <= from + room - 1;
    if (isIn) shown += character.text;
    // Half of a wide character at either end becomes a blank.
    else if (end > from && column < from + room) shown += sign(column, end, from, room);
    column = end;
  }
  return shown.trimEnd();
}

function sign(column: number, end: number, from: number, room: number): string {
  const columns = Math.min(end, from + room) - Math.max(column, from);
  const isEdge = (from > 0 && column <= from) || end >= from + room;
  return isEdge ? "…".padEnd(columns) : " ".repeat(columns);
}
