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

/** Text for people: results on standard output, complaints on standard error, progress where it can be seen. */
export function textFace(terminal: Terminal, look: Look, streams: TextStreams, source: SourceFiles): Face {
  const own = outputTo(streams.output);
  const complaints = outputTo(streams.errors);
  let view: RunView | undefined;
  let last = Promise.resolve();
  const lookFor = sourceOnce(look);
  const waiting = waitView(terminal, (text) => void (last = own.write(text)));
  /** Whether the blank line before the steps of a run is still the last one. */
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
          // Hiding the cursor leaves the line as it is.
          if (isBlank && stripVTControlCharacters(text) !== "") isBlank = false;
          last = own.write(text);
        });
      }
      if (view === undefined) write(eventText(event, look));
      else view.event(event);
    },
    endWait: () => waiting.end(),
    ended: (run, where) => {
      endView();
      write(
        `${isBlank ? "" : "\n"}${endingText(run, look)}${look.paint("faint", `State is kept in ${where.path === undefined ? where.text : look.place(where.path)}.`)}\n`,
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

/** Many problems may have one place: its lines are shown with the first of them. */
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

/** What stands around a plan. What is not known is told by the plan itself, with what to do about it. */
function aroundText({ settled, beside }: StackPlan): string {
  const lines = settled.flatMap(({ urn, what, record }) =>
    record === undefined ? [] : [`An operation on ${resourceLabel(urn)} was cut off: ${what}.\n`],
  );
  const waits = settled.flatMap(({ waitsMs = [] }) => waitsMs);
  if (waits.length > 0) lines.push(`${waitingSentence(waits)}\n`);
  if (beside !== undefined)
    lines.push(`The run ${beside.runId} is changing the stack: this plan is of what it has done so far.\n\n`);
  return lines.join("");
}

/** What an apply waits for before it repeats creates. */
function waitingSentence(waits: readonly number[]): string {
  const creates = counted(waits.length, "interrupted create");
  const time = runningText(Math.max(1000, ...waits));
  return `Apply looks for ${creates} for up to ${time} more, and repeats what has not arrived by then.`;
}

/** Only then there are two texts to compare. */
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

/** How a run ended, and what the stack has now. */
function endingText({ ok, outputs, unplanned }: Run, look: Look): string {
  const more =
    unplanned.length > 0
      ? [
          `${counted(unplanned.length, "more resource")} ${unplanned.length === 1 ? "was" : "were"} asked for meanwhile: apply again.`,
        ]
      : [];
  const ending = ok ? look.paint("done", "Done.") : look.paint("error", "Not everything was done.");
  const names = Object.keys(outputs);
  return [ending, ...more, ...(names.length > 0 ? ["Outputs:", outputsText(outputs, look)] : [])]
    .join("\n")
    .replace(/\n?$/, "\n");
}
