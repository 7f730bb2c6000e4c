import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd } from "../../std/shorten-text.js";
import type { Look, Style } from "../look.js";

/** A part of a line: text with an optional style. */
export type Piece = string | Styled;

export type Pieces = readonly Piece[];

/** One finished line that fits its width. */
export type Line = Pieces;

export interface Styled {
  readonly style: Style;
  readonly text: string;
}

export function styled(style: Style | undefined, text: string): Piece {
  return style === undefined ? text : { style, text };
}

/** Returns the display width in columns. */
export function widthOf(pieces: Pieces): number {
  return pieces.reduce((width, piece) => width + displayWidth(textOf(piece)), 0);
}

/** Cuts a line to a number of columns and marks the cut with an ellipsis. */
export function cutPieces(pieces: Pieces, width: number): Line {
  if (widthOf(pieces) <= width) return pieces;
  const cut: Piece[] = [];
  let left = width;
  for (const piece of pieces) {
    const text = textOf(piece);
    const wide = displayWidth(text);
    if (wide > left || (wide === left && piece !== pieces.at(-1))) {
      // Without the extra character, text that is too wide by the ellipsis alone would lose the ellipsis.
      cut.push(restyled(piece, shortenEnd(`${text} `, left)));
      break;
    }
    cut.push(piece);
    left -= wide;
  }
  return cut;
}

/** Joins the parts of a list with a separator. */
export function joinPieces(parts: readonly Pieces[], between: Piece): Pieces {
  return parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}

/** Returns the lines as text. Colors are added only here, as the last step. */
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

/** Merges neighboring pieces of the same style; blanks fit any style. Trailing blanks are removed. */
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
