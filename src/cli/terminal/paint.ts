import type { Look, Style } from "../../render/index.js";

/** Returns a function that colors text. Uses the 16 standard colors, which follow the theme of the user. */
export function painter(hasColour: boolean): Look["paint"] {
  if (!hasColour) return (_, text) => text;
  return (style, text) => {
    const [begin, end] = codes[style];
    return text === "" ? text : `\u001b[${begin}m${text}\u001b[${end}m`;
  };
}

const codes: Readonly<Record<Style, readonly [begin: number, end: number]>> = {
  create: [32, 39],
  update: [33, 39],
  replace: [35, 39],
  delete: [31, 39],
  drift: [36, 39],
  record: [34, 39],
  strong: [1, 22],
  faint: [2, 22],
  error: [31, 39],
  warning: [33, 39],
  note: [36, 39],
  done: [32, 39],
};
