import { displayCharacters, displayWidth } from "./display-width.js";

/** Wraps a line at a number of columns, with later lines indented. A word that is too long is broken. */
export function wrapWords(text: string, width: number, indent = ""): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const [lead = ""] = /^ */.exec(text) ?? [];
  const lines: string[] = [];
  let line = lead;
  let hasWord = false;
  const next = () => {
    lines.push(line);
    line = indent;
    hasWord = false;
  };
  for (const word of text.slice(lead.length).split(" ")) {
    if (hasWord && displayWidth(`${line} ${word}`) > width) next();
    else if (hasWord) line += " ";
    for (const { text: character } of displayCharacters(word)) {
      if (hasWord && displayWidth(line + character) > width) next();
      line += character;
      hasWord = true;
    }
  }
  return [...lines, line];
}
