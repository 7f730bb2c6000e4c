import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd } from "../../std/shorten-text.js";
import { styled, type Line } from "../layout/index.js";
import type { LineChange } from "../look.js";

interface ChangedLinesRoom {
  readonly width: number;
  readonly verbose: boolean;
}

/** Number of unchanged lines shown around a change. */
const around = 2;
/** Maximum number of lines shown for one change, unless the look is verbose. */
const usual = 12;

/** Renders a line diff: the changed lines with some context, and the number of omitted lines. */
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
  // Omitting a single line would not save space.
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
    // For a pair of long lines, the difference has to be visible.
    const text = arePairs
      ? windowAround(printable(line), printable(partners[index]!), width - 2)[0]
      : shortenEnd(printable(cutLong(line, width)), width - 2);
    return [styled(style, `${symbol} ${text}`)];
  });
  const left = lines.length - most;
  return left === 0 ? shown : [...shown, [styled("faint", shortenEnd(`  … ${left} more lines`, width))]];
}

/** Avoids processing the whole of a line that is cut anyway. */
function cutLong(line: string, width: number): string {
  return line.length > width * 2 ? line.slice(0, width * 2) : line;
}

/** Cuts two texts to a width. If they are too long, both start shortly before their first difference. */
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

/** True if the index is in the middle of a surrogate pair. */
function isSecondHalf(text: string, index: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(index, index + 1));
}
