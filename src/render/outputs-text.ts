import type { ValueObject } from "../model/index.js";
import { displayWidth } from "../std/display-width.js";
import { printable } from "../std/printable.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { paintLines, type Line } from "./layout/index.js";
import { plainLook, type Look } from "./look.js";
import { shownValue } from "./value/index.js";

/** Renders the outputs of a stack. Secrets are masked, and long values are shortened unless the look is verbose. */
export function outputsText(outputs: ValueObject, look: Look = plainLook): string {
  const entries = Object.entries(outputs).filter(([, value]) => value !== undefined);
  const width = Math.max(narrowest, look.width) - indent.length;
  const names = entries.map(([name]) => shortenMiddle(printable(name), Math.max(8, Math.floor(width / 2))));
  const widest = names.reduce((most, name) => Math.max(most, displayWidth(name)), 0);
  const column = Math.min(widestName, widest);
  const lines = entries.flatMap(([, value], index): readonly Line[] => {
    const name = `${names[index]!}:`;
    const padded = `${name}${" ".repeat(Math.max(0, column + 1 - displayWidth(name)))} `;
    const room = { first: width - displayWidth(padded), width, verbose: look.verbose };
    const { line, below } = shownValue(value, room);
    return [[indent, padded, ...line], ...below.map((each): Line => [indent, ...each])];
  });
  return paintLines(lines, look);
}

const indent = "  ";
const narrowest = 20;
/** Longer names push only their own value to the right. */
const widestName = 24;
