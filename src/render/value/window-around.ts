import { displayWidth } from "../../std/display-width.js";
import { shortenEnd } from "../../std/shorten-text.js";

/** Two texts, each cut to so many columns; what is too long begins a little before where they begin to differ. */
export function windowAround(before: string, after: string, width: number): readonly [string, string] {
  const longer = Math.max(before.length, after.length);
  const begin = differenceOf(before, after) - Math.floor(width / 4);
  const from = Math.max(0, Math.min(begin, longer - width + 1));
  return [cutFrom(before, from, width), cutFrom(after, from, width)];
}

function differenceOf(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) if (a[index] !== b[index]) return index;
  return shared;
}

function cutFrom(text: string, from: number, width: number): string {
  const most = width === Infinity ? text.length : width * 2;
  if (text.length <= most && displayWidth(text) <= width) return text;
  const start = isSecondHalf(text, from) ? from + 1 : from;
  const rest = `${start > 0 ? "…" : ""}${text.slice(start, start + most)}`;
  return shortenEnd(rest, width);
}

/** Whether a character that takes two units is cut there. */
function isSecondHalf(text: string, index: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(index, index + 1));
}
