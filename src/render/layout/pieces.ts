import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd } from "../../std/shorten-text.js";
import type { Look, Style } from "../look.js";

/** A part of a line: text, and what it is where that is to be seen. */
export type Piece = string | Styled;

export type Pieces = readonly Piece[];

/** One line as it will stand there: what is in it is as wide as it may be. */
export type Line = Pieces;

export interface Styled {
  readonly style: Style;
  readonly text: string;
}

export function styled(style: Style | undefined, text: string): Piece {
  return style === undefined ? text : { style, text };
}

/** In columns, as it is shown. */
export function widthOf(pieces: Pieces): number {
  return pieces.reduce((width, piece) => width + displayWidth(textOf(piece)), 0);
}

/** As much as so many columns take, with a sign where something is left out. */
export function cutPieces(pieces: Pieces, width: number): Line {
  if (widthOf(pieces) <= width) return pieces;
  const cut: Piece[] = [];
  let left = width;
  for (const piece of pieces) {
    const text = textOf(piece);
    const wide = displayWidth(text);
    if (wide > left || (wide === left && piece !== pieces.at(-1))) {
      // What is too wide by its sign alone would else lose it.
      cut.push(restyled(piece, shortenEnd(`${text} `, left)));
      break;
    }
    cut.push(piece);
    left -= wide;
  }
  return cut;
}

/** What stands between two of a list. */
export function joinPieces(parts: readonly Pieces[], between: Piece): Pieces {
  return parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}

/** The lines as text. The only place where colours come in, and the last through which text goes. */
export function paintLines(lines: readonly Line[], look: Look): string {
  return lines.map((line) => `${paintLine(line, look)}\n`).join("");
}

function paintLine(line: Line, { paint }: Look): string {
  return runsOf(line)
    .map(({ style, text }) => (style === undefined ? text : paint(style, text)))
    .join("");
}

interface StyledRun {
  readonly style: Style | undefined;
  text: string;
}

/** What has one style, together: blanks have any. Nothing is left at the end of the line that is not seen. */
function runsOf(line: Line): readonly StyledRun[] {
  const runs: StyledRun[] = [];
  let blanks = "";
  for (const piece of line) {
    const text = textOf(piece);
    if (text.trim() === "") {
      blanks += text;
      continue;
    }
    const style = typeof piece === "string" ? undefined : piece.style;
    const last = runs.at(-1);
    if (last !== undefined && last.style === style) last.text += blanks + text;
    else {
      if (blanks !== "") runs.push({ style: undefined, text: blanks });
      runs.push({ style, text });
    }
    blanks = "";
  }
  const last = runs.at(-1);
  if (last !== undefined) last.text = last.text.trimEnd();
  return runs;
}

export function textOf(piece: Piece): string {
  return printable(typeof piece === "string" ? piece : piece.text);
}

export function restyled(piece: Piece, text: string): Piece {
  return typeof piece === "string" ? text : { style: piece.style, text };
}
