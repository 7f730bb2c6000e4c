import type { RunEvent } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { durationText } from "../../std/duration-text.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import { wrapWords } from "../../std/wrap-words.js";
import type { Look, Style } from "../look.js";
import { elapsedText, runningText } from "./elapsed-text.js";
import { attemptText, fewOf, printableName, stepWords } from "./step-words.js";

/** Returns the permanent lines about an event of a run, with line ends; empty for most events. */
export function eventText(event: RunEvent, look: Look): string {
  switch (event.kind) {
    case "step-finished":
      return finishedLine(event, look);
    case "retrying":
      return retryingLine(event, look);
    case "message":
      return messageLine(event, look);
    case "waiting-for-creates":
      return wrapped(`  ${lookingSentence(event)}`, look);
    case "settled":
      return wrapped(`  interrupted operation on ${printable(event.urn)}: ${printable(event.result)}`, look);
    case "waiting-for-process":
      return wrapped(
        `  waiting for process group ${event.group}, which the interrupted ${event.action} of ${printableName(event.urn).name} left running; it will be stopped at ${event.until}`,
        look,
      );
    case "ending":
      return wrapped(
        `  stopping process group ${event.group}: the deadline of the interrupted ${event.action} of ${printableName(event.urn).name} has passed`,
        look,
      );
    case "took-over":
      return wrapped(
        `  taking over from ${event.user}@${event.host}, whose ${event.command} (started ${event.since}) died`,
        look,
      );
    case "waiting":
      return wrapped(waitingSentence(event), look);
    case "cancelling":
      return wrapped(stoppingSentence(event.waitingFor), look, "warning");
    default:
      return "";
  }
}

/**
 * Renders one line for a finished step, with its errors below. The full diagnostics are printed at the end of the
 * run.
 */
export function finishedLine(
  {
    urn,
    action,
    performed = action,
    result,
    durationMs,
    diagnostics,
  }: Extract<RunEvent, { kind: "step-finished" }>,
  look: Look,
): string {
  if (result === "not-started" || (action === "confirm" && result === "done")) return "";
  const { done, style } = stepWords[performed];
  const [word, wordStyle] = result === "done" ? ([done, style] as const) : results[result];
  return stepLine({ urn, word, style: wordStyle, more: elapsedText(durationMs), diagnostics }, look);
}

/** Renders one line for a retry, with the error of the failed attempt below. */
function retryingLine(event: Extract<RunEvent, { kind: "retrying" }>, look: Look): string {
  const { urn, diagnostics } = event;
  return stepLine({ urn, word: "retrying", style: "warning", more: attemptText(event), diagnostics }, look);
}

interface StepLine extends Pick<Extract<RunEvent, { kind: "step-finished" }>, "urn" | "diagnostics"> {
  readonly word: string;
  readonly style: Style;
  /** Text after the name. */
  readonly more: string;
}

function stepLine({ urn, word, style, more, diagnostics }: StepLine, look: Look): string {
  const { name, type } = printableName(urn);
  const room = look.width - indent - displayWidth(more) - 2;
  const isTyped = type !== "" && look.width >= typedWidth && displayWidth(`${type} ${name}`) <= room;
  const what = isTyped ? `${look.paint("faint", type)} ${name}` : shortenMiddle(name, room);
  const line = `  ${look.paint(style, word.padEnd(indent - 2))}${what}  ${look.paint("faint", more)}\n`;
  return line + diagnostics.map(({ detail }) => below(detail, look, style)).join("");
}

/** Renders a message of a provider about a resource. */
export function messageLine(
  { urn, level, text }: Extract<RunEvent, { kind: "message" }>,
  look: Look,
): string {
  if (level === "debug" && !look.verbose) return "";
  const lines = `${printableName(urn).name}: ${text.trimEnd()}`.split(/\r?\n/);
  return lines.map((line) => wrapped(`  ${printable(line)}`, look, levels[level] ?? "faint")).join("");
}

/** Says which steps a stopping run waits for, and how to exit without waiting. */
export function stoppingSentence(waitingFor: readonly string[]): string {
  if (waitingFor.length === 0) return "Stopping. Nothing is running.";
  const steps = waitingFor.length === 1 ? "1 running step" : `${waitingFor.length} running steps`;
  const names = fewOf(
    waitingFor.map((urn) => printableName(urn).name),
    5,
  );
  return `Stopping. Waiting for ${steps}: ${names}. Interrupt again to exit.`;
}

/** Says which creates a run waits for before it repeats them. */
function lookingSentence({
  urns,
  runIds,
  upToMs,
}: Extract<RunEvent, { kind: "waiting-for-creates" }>): string {
  const creates = urns.length === 1 ? "1 create" : `${urns.length} creates`;
  const run = runIds.length === 1 ? `run ${runIds[0]!}` : `${runIds.length} earlier runs`;
  return `waiting up to ${runningText(Math.max(1000, upToMs))} for ${creates} of ${run} that may still take effect`;
}

/** The column of the resource: after the longest result word. */
const indent = 12;

/** On narrower screens some types would fit and others would not. */
const typedWidth = 60;

const results: Readonly<Record<"skipped" | "failed" | "uncertain", readonly [word: string, style: Style]>> = {
  skipped: ["skipped", "faint"],
  failed: ["failed", "error"],
  uncertain: ["uncertain", "warning"],
};

const levels: Readonly<Record<string, Style>> = { warn: "warning", error: "error" };

function below(text: string, look: Look, style: Style): string {
  return text
    .split("\n")
    .flatMap((line) => wrapWords(printable(line), look.width - indent))
    .map((line) => `${" ".repeat(indent)}${look.paint(style, line)}\n`)
    .join("");
}

function wrapped(text: string, look: Look, style?: Style): string {
  return wrapWords(text, look.width, "    ")
    .map((line) => `${style === undefined ? line : look.paint(style, line)}\n`)
    .join("");
}

export type WaitingEvent = Extract<RunEvent, { kind: "waiting" }>;

/** Names the lock holder, for a log: once at the beginning, and repeatedly with the time waited. */
function waitingSentence(event: WaitingEvent): string {
  const since = event.waitedMs < 1000 ? "" : ` for ${elapsedText(event.waitedMs)}`;
  const limit = event.limitMs === undefined ? "" : ` Timeout: ${durationText(event.limitMs)}.`;
  return `Waiting for the lock${since}, held by ${holderOf(event)}.${limit}`;
}

/** Names the lock holder in a line that is updated in place, with the time left or the time waited. */
export function waitingLine(event: WaitingEvent, waitedMs: number): string {
  const time =
    event.limitMs === undefined
      ? runningText(waitedMs)
      : `${runningText(Math.max(0, event.limitMs - waitedMs))} left`;
  return `Waiting for the lock (${time}), held by ${holderOf(event)}`;
}

function holderOf({ command, user, host, pid }: WaitingEvent): string {
  return `"${printable(command)}" (${printable(`${user}@${host}`)}, pid ${pid})`;
}
