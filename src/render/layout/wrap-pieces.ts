import { displayCharacters, displayWidth } from "../../std/display-width.js";
import { restyled, textOf, type Line, type Piece, type Pieces } from "./pieces.js";

/** Lines of at most so many columns, broken between words; a word that is wider than a line is broken itself. */
export function wrapPieces(pieces: Pieces, width: number): readonly Line[] {
  return fillLines(wordsOf(pieces), width);
}

/** The same for what is not to be broken at all its blanks. */
export function fillLines(words: Iterable<Word>, width: number): readonly Line[] {
  const lines: Piece[][] = [[]];
  let left = width;
  let gap: Piece = "";
  const breakLine = () => {
    lines.push([]);
    left = width;
    gap = "";
  };
  for (const { spaces, parts } of words) {
    gap = spaces;
    const wide = parts.reduce((sum, part) => sum + displayWidth(textOf(part)), 0);
    const isFirst = lines.at(-1)!.length === 0;
    if (!isFirst && textOf(gap).length + wide > left) breakLine();
    if (textOf(gap) !== "" && textOf(gap).length < left) {
      lines.at(-1)!.push(gap);
      left -= textOf(gap).length;
    }
    for (const part of parts) {
      for (const chunk of chunksOf(textOf(part), left, width)) {
        if (displayWidth(chunk) > left) breakLine();
        lines.at(-1)!.push(restyled(part, chunk));
        left -= displayWidth(chunk);
      }
    }
  }
  return lines;
}

/** The same for a text, whose own lines stay lines. What a line is indented by, its continuations are too. */
export function wrapText(text: string, width: number): readonly Line[] {
  return text.split("\n").flatMap((line): readonly Line[] => {
    const indent = /^ */.exec(line)![0];
    const wrapped = wrapPieces([line.slice(indent.length)], Math.max(1, width - indent.length));
    return indent === "" ? wrapped : wrapped.map((pieces) => [indent, ...pieces]);
  });
}

/** What stands together on a line. */
export interface Word {
  /** What stands before it. */
  readonly spaces: Piece;
  /** More than one where the style changes within it. */
  readonly parts: Pieces;
}

function* wordsOf(pieces: Pieces): Generator<Word> {
  let spaces: Piece = "";
  let parts: Piece[] = [];
  for (const piece of pieces) {
    for (const text of textOf(piece).match(/ +|[^ ]+/g) ?? []) {
      if (!text.startsWith(" ")) {
        parts.push(restyled(piece, text));
        continue;
      }
      if (parts.length > 0) yield { spaces, parts };
      spaces = restyled(piece, text);
      parts = [];
    }
  }
  if (parts.length > 0) yield { spaces, parts };
}

/** The text whole if it fits on what is left of a line, or on a whole one; else in parts that do. */
function chunksOf(text: string, left: number, width: number): readonly string[] {
  const wide = displayWidth(text);
  if (wide <= left || wide <= width) return [text];
  const chunks: string[] = [];
  let chunk = "";
  let room = left;
  for (const character of displayCharacters(text)) {
    if (character.width > room && chunk !== "") {
      chunks.push(chunk);
      chunk = "";
      room = width;
    }
    chunk += character.text;
    room -= character.width;
  }
  return [...chunks, chunk];
}
