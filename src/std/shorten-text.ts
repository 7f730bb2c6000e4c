import { displayCharacters, displayWidth } from "./display-width.js";

/** Truncates a text to a number of columns, with an ellipsis at the end. */
export function shortenEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? "" : `${head(text, width - 1)}…`;
}

/** Truncates a text in the middle, for texts whose both ends matter: paths, names. */
export function shortenMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 3) return shortenEnd(text, width);
  const end = Math.ceil((width - 1) / 2);
  return `${head(text, width - 1 - end)}…${tail(text, end)}`;
}

function head(text: string, width: number): string {
  let taken = "";
  let left = width;
  for (const { text: character, width: wide } of displayCharacters(text)) {
    left -= wide;
    if (left < 0) break;
    taken += character;
  }
  return taken;
}

function tail(text: string, width: number): string {
  const characters = [...displayCharacters(text)];
  let from = characters.length;
  for (let left = width; from > 0 && left >= characters[from - 1]!.width; from--) {
    left -= characters[from - 1]!.width;
  }
  return characters
    .slice(from)
    .map(({ text: character }) => character)
    .join("");
}
