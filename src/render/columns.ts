/** How many columns a text takes on a terminal: colours and marks none, wide letters two. */
export function columnsOf(text: string): number {
  if (onlyNarrow.test(text)) return text.length;
  let columns = 0;
  for (const character of text.replaceAll(colours, "")) columns += columnsOfCharacter(character);
  return columns;
}

/** As much of a line as fits, with a sign that there was more. Colours are put on afterwards. */
export function cutTo(columns: number, text: string): string {
  if (columnsOf(text) <= columns) return text;
  let cut = "";
  let left = columns - 1;
  for (const character of text) {
    left -= columnsOfCharacter(character);
    if (left < 0) break;
    cut += character;
  }
  return columns < 1 ? "" : `${cut.trimEnd()}…`;
}

/** The words of a text in lines that fit; a word that is longer than a line is broken. */
export function wrapTo(columns: number, text: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const [last = "", ...full] = brokenTo(columns, word).toReversed();
    lines.push(...full.toReversed());
    line = last;
  }
  return [...lines, line];
}

/** A text of anyone's as one line that moves no cursor and changes no colour. */
export function oneLine(text: string): string {
  return text.replaceAll(escapes, "").replaceAll(unprintable, " ").trim();
}

function brokenTo(columns: number, word: string): readonly string[] {
  if (columnsOf(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && columnsOf(piece + character) > columns) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece];
}

function columnsOfCharacter(character: string): number {
  if (onlyNarrow.test(character)) return 1;
  return none.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

const onlyNarrow = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f]*$/;
const none = /[\p{Mark}\p{Control}\p{Format}]/u;
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const colours = /\u001b\[[\d;]*m/g;
const escapes = /\u001b(?:\[[\d;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?/g;
const unprintable = /[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
