import type { SourcePosition } from "../model/index.js";
import { displayCharacters, displayWidth } from "../std/display-width.js";
import { printable } from "../std/printable.js";
import { styled, type Line } from "./layout/index.js";
import type { SourceLook } from "./look.js";

export interface FrameSize {
  /** In columns, all of it. */
  readonly width: number;
  /** How many lines are shown before and after the line itself. */
  readonly around: number;
}

/**
 * The source around a position, with a caret below it. Empty if the file cannot be read, or does not have the position
 * any more. Lines that are too long are cut, so that the caret is seen; what is secret is hidden.
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

/** A secret that is written out. A program that failed early has told nobody of it. */
const writtenSecret = /(\bsecret\s*\(\s*)(["'`])(?:\\.|(?!\2).)+(?:\2|$)/g;
/** As JavaScript ends its lines. */
const lineEnd = /\r\n|[\n\r\u2028\u2029]/;
const narrowest = 16;
/** Where lines may be of any length. */
const widest = 160;
const tabWidth = 4;
/** In characters to each side; a line may be the whole of a script that somebody made small. */
const nearbyLength = 1_000;

/** Lines that are empty at either end say nothing. */
function shownLines(lines: readonly string[], line: number, around: number) {
  let first = Math.max(1, line - around);
  let last = Math.min(lines.length, line + around);
  while (first < line && lines[first - 1]!.trim() === "") first++;
  while (last > line && lines[last - 1]!.trim() === "") last--;
  return { first, last };
}

/** The part of a line that is looked at. */
function nearby(column: number): { readonly of: (line: string) => string } {
  const start = Math.max(0, column - nearbyLength);
  return { of: (line) => line.slice(start, column + nearbyLength) };
}

/** As it stands on a terminal: tabs are as wide as their stops, and nothing moves the cursor. */
function spelled(line: string): string {
  if (!line.includes("\t")) return printable(line);
  let text = "";
  for (const [index, part] of line.split("\t").entries()) {
    if (index > 0) text += " ".repeat(tabWidth - (displayWidth(text) % tabWidth));
    text += printable(part);
  }
  return text;
}

/** The first column that is shown of lines that do not fit. */
function windowStart(caret: number, wide: number, room: number): number {
  if (wide <= room || caret < room - Math.min(12, Math.floor(room / 3))) return 0;
  return caret - Math.floor(room / 2);
}

/** So many columns from the one given, with a sign at each side where something is left out. */
function cut(text: string, from: number, room: number): string {
  if (from === 0 && displayWidth(text) <= room) return text;
  let shown = "";
  let column = 0;
  for (const character of displayCharacters(text)) {
    const end = column + character.width;
    const isIn = column >= from + (from > 0 ? 1 : 0) && end <= from + room - 1;
    if (isIn) shown += character.text;
    // Half of a wide character at either end is a blank.
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
