import { printable } from "../../std/printable.js";
import { shortenEnd } from "../../std/shorten-text.js";
import type { LineChange } from "../look.js";
import { styled, type Line } from "../layout/index.js";
import { windowAround } from "./window-around.js";

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
    [styled("faint", shortenEnd(`… ${left} equal lines`, width))],
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
