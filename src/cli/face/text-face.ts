import { stripVTControlCharacters } from "node:util";
import type { Diagnostic } from "../../model/index.js";
import { diagnosticText, outputsText, positionText, resourceLabel, type Look } from "../../render/index.js";
import { counted } from "../../std/counted.js";
import type { SourceFiles } from "../../std/source-files.js";
import { eventText, runningText } from "../../render/progress/index.js";
import type { Run, StackPlan } from "../../engine/index.js";
import {
  annotation,
  askQuestion,
  askSecret,
  liveLines,
  runView,
  type RunView,
  type Terminal,
  waitView,
} from "../terminal/index.js";
import type { Face } from "./face.js";
import { outputTo } from "./output-stream.js";

export interface TextStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

/** Prints text: results to standard output, diagnostics to standard error, progress to a terminal. */
export function textFace(terminal: Terminal, look: Look, streams: TextStreams, source: SourceFiles): Face {
  const own = outputTo(streams.output);
  const complaints = outputTo(streams.errors);
  let view: RunView | undefined;
  let last = Promise.resolve();
  const lookFor = sourceOnce(look);
  const waiting = waitView(terminal, (text) => void (last = own.write(text)));
  /** True if the blank line before the steps of a run is the last line printed. */
  let isBlank = false;
  const write = (text: string) => {
    if (text === "") return;
    waiting.end();
    isBlank = false;
    if (view === undefined) last = own.write(text);
    else view.above(text);
  };
  const endView = () => {
    waiting.end();
    view?.end();
    view = undefined;
  };
  return {
    look,
    canAsk: terminal.isInteractive,
    say: write,
    show: (_, __, text) => write(text(look)),
    item: (_, __, text) => write(text(look)),
    plan: async (plan, details) => {
      const whole = changesAnything(plan) ? await withComparison(look) : look;
      if (details !== undefined) return write(plan.text({ ...whole, verbose: true }));
      write(aroundText(plan) + plan.text(whole));
    },
    event: (event) => {
      if (view === undefined && waiting.event(event)) return;
      if (event.kind === "apply-started") {
        write("\n");
        isBlank = true;
        view ??= runView(terminal, look, (text) => {
          // Escape sequences such as the one that hides the cursor print nothing.
          if (isBlank && stripVTControlCharacters(text) !== "") isBlank = false;
          last = own.write(text);
        });
      }
      if (view === undefined) write(eventText(event, look));
      else view.event(event);
    },
    progress: (lines) => {
      if (!terminal.isInteractive) return () => {};
      endView();
      view = liveLines(lines, (text) => void (last = own.write(text)));
      return endView;
    },
    endWait: () => waiting.end(),
    ended: (run, where) => {
      endView();
      write(
        `${isBlank ? "" : "\n"}${endingText(run, look)}${look.paint("faint", `State: ${where.path === undefined ? where.text : look.place(where.path)}`)}\n`,
      );
    },
    complain: (diagnostics) => {
      endView();
      for (const each of diagnostics) {
        last = complaints.write(`${diagnosticText(each, lookFor(each))}\n`);
        if (terminal.annotates) last = complaints.write(annotation(each, look));
      }
    },
    hideInSource: (texts) => source.keepOut(texts),
    ask: (question, answers) => askQuestion(streams, question, answers),
    askSecret: (question) => askSecret(streams, question),
    end: async () => {
      endView();
      await last;
    },
  };
}

/** Shows the source excerpt only for the first of several diagnostics at the same position. */
function sourceOnce(look: Look): (diagnostic: Diagnostic) => Look {
  const shown = new Set<string>();
  return ({ position }) => {
    if (position === undefined) return look;
    const place = positionText(position, look);
    const { source: _, ...without } = look;
    if (shown.has(place)) return without;
    shown.add(place);
    return look;
  };
}

/** Returns the notes printed before a plan. Interrupted operations that are not resolved are part of the plan itself. */
function aroundText({ settled, beside }: StackPlan): string {
  const lines = settled.flatMap(({ urn, what, record }) =>
    record === undefined ? [] : [`Interrupted operation on ${resourceLabel(urn)}: ${what}.\n`],
  );
  const waits = settled.flatMap(({ waitsMs = [] }) => waitsMs);
  if (waits.length > 0) lines.push(`${waitingSentence(waits)}\n`);
  if (beside !== undefined)
    lines.push(`Run ${beside.runId} is changing the stack. This plan reflects its progress so far.\n\n`);
  return lines.join("");
}

/** Explains how long apply waits before it repeats interrupted creates. */
function waitingSentence(waits: readonly number[]): string {
  const creates = counted(waits.length, "interrupted create");
  const time = runningText(Math.max(1000, ...waits));
  return `Apply looks for the objects of ${creates} for up to ${time}, then repeats the creates whose object was not found.`;
}

/** True if the plan has a change with an old and a new value to compare. */
function changesAnything({ plan: { changes, outputChanges } }: StackPlan): boolean {
  return (
    changes.some(({ action, prior }) => prior !== undefined && action !== "same") ||
    outputChanges.some(({ kind }) => kind === "update")
  );
}

async function withComparison(look: Look): Promise<Look> {
  const { compareLines } = await import("./compare-lines.js");
  return { ...look, compareLines };
}

/** Returns the result of a run and the outputs of the stack. */
function endingText({ ok, outputs, unplanned }: Run, look: Look): string {
  const more =
    unplanned.length > 0
      ? [
          `Callbacks declared ${counted(unplanned.length, "more resource")} during the run. Run coco apply again.`,
        ]
      : [];
  const ending = ok ? look.paint("done", "Done.") : look.paint("error", "Not all changes were made.");
  const names = Object.keys(outputs);
  return [ending, ...more, ...(names.length > 0 ? ["Outputs:", outputsText(outputs, look)] : [])]
    .join("\n")
    .replace(/\n?$/, "\n");
}
