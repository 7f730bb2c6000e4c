import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd, shortenMiddle } from "../../std/shorten-text.js";
import type { Look } from "../look.js";
import { runningText } from "./elapsed-text.js";
import { finishedSteps, type Progress, type RunningStep } from "./progress.js";
import { fewOf, printableName, stepWords } from "./step-words.js";

/**
 * A run as it is at a moment: a line for each resource that something happens to, those that take longest first, and
 * one for all of it. No line is wider than it may be, and there are at most so many.
 */
export function progressText(view: Progress, nowMs: number, look: Look, rows: number): readonly string[] {
  // Checking that nothing changed happens to nothing.
  const running = [...view.running.values()].filter(({ action }) => action !== "confirm");
  const room = Math.max(rows, 1) - 1;
  const shown = running.length <= room ? running : running.slice(0, Math.max(room - 1, 0));
  const more = running.length - shown.length;
  return [
    ...shown.map((step) => stepLine(step, view.messages.get(step.urn), nowMs, look)),
    ...(more > 0 && room > 0 ? [look.paint("faint", shortenEnd(`  … and ${more} more`, look.width))] : []),
    overallLine(view, running.length, nowMs, look),
  ];
}

/** What is left of the width belongs first to the name, then to the type, then to what was said last. */
function stepLine(
  { urn, action, sinceMs }: RunningStep,
  message: string | undefined,
  nowMs: number,
  look: Look,
): string {
  const { symbol, style, doing } = stepWords[action];
  const { name, type } = printableName(urn);
  const happens = `${doing} ${runningText(nowMs - sinceMs)}`;
  const room = look.width - displayWidth(`  ${symbol}   ${happens}`);
  if (room < leastName) return shortenEnd(`  ${symbol} ${name}`, look.width);
  const shownName = shortenMiddle(name, room);
  const rest = [type, message === undefined ? "" : printable(message)].filter((text) => text !== "");
  const left = room - displayWidth(shownName) - 2;
  const said = left < 4 ? "" : shortenEnd(rest.join("  "), left);
  const line = `  ${look.paint(style, symbol)} ${shownName}  ${happens}`;
  return said === "" ? line : `${line}  ${look.paint("faint", said)}`;
}

function overallLine(view: Progress, running: number, nowMs: number, look: Look): string {
  const { total, failed, skipped, isStopping, sinceMs } = view;
  const finished = finishedSteps(view);
  const spinner = spinners[Math.floor(nowMs / spinnerMs) % spinners.length]!;
  const parts = [
    ...(isStopping ? [`stopping, ${running} running`] : []),
    `${finished}/${Math.max(total, finished)}`,
    runningText(nowMs - sinceMs),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(" · ");
  const style = failed > 0 ? "error" : isStopping ? "warning" : "strong";
  const text = shortenEnd(parts, look.width - 2);
  const bar = barText(total === 0 ? 0 : finished / total, look.width - displayWidth(text) - 3);
  return `${look.paint("note", spinner)} ${bar === "" ? "" : `${look.paint("done", bar)} `}${look.paint(style, text)}`;
}

/** How much of it is done, where there is room to show that. */
function barText(part: number, room: number): string {
  const columns = Math.min(room, 24);
  if (columns < 8) return "";
  const full = Math.round(Math.min(part, 1) * columns);
  return "━".repeat(full) + "╌".repeat(columns - full);
}

/** Where not even so much of a name is left beside what happens, the name alone is shown. */
const leastName = 6;
const spinners = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const spinnerMs = 120;

/** That steps still run which began at least so long ago; nothing if none does. Ends its own line. */
export function heartbeatLine(view: Progress, nowMs: number, slowMs: number): string {
  const slow = [...view.running.values()]
    .filter(({ sinceMs }) => nowMs - sinceMs >= slowMs)
    .map(
      ({ urn, action, sinceMs }) =>
        `${stepWords[action].doing} ${printableName(urn).name} (${runningText(nowMs - sinceMs)})`,
    );
  return slow.length === 0 ? "" : `  still ${fewOf(slow)}\n`;
}
