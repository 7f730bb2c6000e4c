import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenEnd, shortenMiddle } from "../../std/shorten-text.js";
import type { Look } from "../look.js";
import { runningText } from "./elapsed-text.js";
import { finishedSteps, type Progress, type RunningStep } from "./progress.js";
import { fewOf, printableName, stepWords } from "./step-words.js";

/**
 * Renders the progress at a moment: a line for each running step, longest first, and a summary line. Respects the
 * width and the maximum number of rows.
 */
export function progressText(view: Progress, nowMs: number, look: Look, rows: number): readonly string[] {
  // A step that only confirms that nothing changed is not shown.
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

/** The remaining width goes to the name first, then to the type, then to the latest message. */
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

/** A progress bar, if there is room for it. */
function barText(part: number, room: number): string {
  const columns = Math.min(room, 24);
  if (columns < 8) return "";
  const full = Math.round(Math.min(part, 1) * columns);
  return "━".repeat(full) + "╌".repeat(columns - full);
}

/** If less than this is left for a name beside the action, only the name is shown. */
const leastName = 6;
const spinners = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const spinnerMs = 120;

/**
 * Returns a line about steps that have been running for at least `slowMs`; empty if there are none. Includes the
 * line end.
 */
export function heartbeatLine(view: Progress, nowMs: number, slowMs: number): string {
  const slow = [...view.running.values()]
    .filter(({ sinceMs }) => nowMs - sinceMs >= slowMs)
    .map(
      ({ urn, action, sinceMs }) =>
        `${stepWords[action].doing} ${printableName(urn).name} (${runningText(nowMs - sinceMs)})`,
    );
  return slow.length === 0 ? "" : `  still ${fewOf(slow)}\n`;
}
