import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd } from "../../std/shorten-text.js";
import { styled, type Line } from "../layout/index.js";
import type { LineChange } from "../look.js";

interface ChangedLinesRoom {
  readonly width: number;
  readonly verbose: boolean;
}

/** So many equal lines stand around what changed. */
const around = 2;
/** So many lines of what changed at one place are shown, unless all are wanted. */
const usual = 12;

/** How a text changes, line by line: what changes with a little of what stays around it, and how much is left out. */
export function changedLines(changes: readonly LineChange[], room: ChangedLinesRoom): readonly Line[] {
  return changes.flatMap((change, index): readonly Line[] => {
    if (change.kind === "same") {
      return sameLines(change.lines, index === 0, index === changes.length - 1, room);
    }
    const next = changes[index + 1];
    const partner = change.kind === "removed" && next?.kind === "added" ? next : undefined;
    const former = changes[index - 1];
    if (change.kind === "added" && former?.kind === "removed") return [];
    return [
      ...(change.kind === "removed" ? movedLines("-", change.lines, partner?.lines, room) : []),
      ...(change.kind === "added" ? movedLines("+", change.lines, undefined, room) : []),
      ...(partner === undefined ? [] : movedLines("+", partner.lines, change.lines, room)),
    ];
  });
}

function sameLines(
  lines: readonly string[],
  isFirst: boolean,
  isLast: boolean,
  { width }: ChangedLinesRoom,
): readonly Line[] {
  const [before, after] = [isFirst ? 0 : around, isLast ? 0 : around];
  const show = (line: string): Line => [
    styled("faint", shortenEnd(`  ${printable(cutLong(line, width))}`, width)),
  ];
  // Leaving out a single line would take as much room as the line.
  if (lines.length <= before + after + 1) return lines.map(show);
  const left = lines.length - before - after;
  return [
    ...lines.slice(0, before).map(show),
    [styled("faint", shortenEnd(`… ${left} unchanged lines`, width))],
    ...lines.slice(lines.length - after).map(show),
  ];
}

function movedLines(
  symbol: "-" | "+",
  lines: readonly string[],
  partners: readonly string[] | undefined,
  { width, verbose }: ChangedLinesRoom,
): readonly Line[] {
  const style = symbol === "-" ? "delete" : "create";
  const arePairs = partners?.length === lines.length;
  const most = verbose || lines.length <= usual ? lines.length : usual - 1;
  const shown = lines.slice(0, most).map((line, index): Line => {
    // Of a pair of long lines, what differs has to be seen.
    const text = arePairs
      ? windowAround(printable(line), printable(partners[index]!), width - 2)[0]
      : shortenEnd(printable(cutLong(line, width)), width - 2);
    return [styled(style, `${symbol} ${text}`)];
  });
  const left = lines.length - most;
  return left === 0 ? shown : [...shown, [styled("faint", shortenEnd(`  … ${left} more lines`, width))]];
}

/** Spares looking at all of a line that is cut anyway. */
function cutLong(line: string, width: number): string {
  return line.length > width * 2 ? line.slice(0, width * 2) : line;
}

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
