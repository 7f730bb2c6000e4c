import { displayCharacters, displayWidth } from "../../std/display-width.js";
import { restyled, textOf, type Line, type Piece, type Pieces } from "./pieces.js";

/** Wraps at word boundaries to a number of columns. A word that is wider than a line is broken. */
export function wrapPieces(pieces: Pieces, width: number): readonly Line[] {
  return fillLines(wordsOf(pieces), width);
}

/** Like `wrapPieces`, for words that the caller has split. */
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

/**
 * Like `wrapPieces`, for a text with its own line breaks. Continuation lines keep the indentation of their line.
 */
export function wrapText(text: string, width: number): readonly Line[] {
  return text.split("\n").flatMap((line): readonly Line[] => {
    const indent = /^ */.exec(line)![0];
    const wrapped = wrapPieces([line.slice(indent.length)], Math.max(1, width - indent.length));
    return indent === "" ? wrapped : wrapped.map((pieces) => [indent, ...pieces]);
  });
}

/** Text that is kept together on a line. */
export interface Word {
  /** The blanks before it. */
  readonly spaces: Piece;
  /** More than one if the style changes within the word. */
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

/** Returns the text as a whole if it fits on the rest of a line or on a full line; otherwise in parts that fit. */
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
