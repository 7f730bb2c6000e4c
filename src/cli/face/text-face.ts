import type { Diagnostic } from "../../model/index.js";
import { diagnosticText, outputsText, positionText, resourceLabel, type Look } from "../../render/index.js";
import { counted } from "../../std/counted.js";
import type { SourceFiles } from "../../std/source-files.js";
import { runningText } from "../../render/progress/index.js";
import type { Run, StackPlan } from "../../engine/index.js";
import { annotation, askQuestion, askSecret, type Terminal } from "../terminal/index.js";
import type { Face } from "./face.js";
import { LiveOutput } from "./live-output.js";
import { outputTo } from "./output-stream.js";

export interface TextStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

/** Prints text: results to standard output, diagnostics to standard error, progress to a terminal. */
export function textFace(terminal: Terminal, look: Look, streams: TextStreams, source: SourceFiles): Face {
  const complaints = outputTo(streams.errors);
  const live = new LiveOutput(terminal, look, outputTo(streams.output));
  let last = Promise.resolve();
  const lookFor = sourceOnce(look);
  const write = (text: string) => live.write(text);
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
    event: (event) => live.event(event),
    progress: (lines) => live.progress(lines),
    endWait: () => live.endWait(),
    ended: (run, where) => {
      live.end();
      write(
        `${live.isBlank ? "" : "\n"}${endingText(run, look)}${look.paint("faint", `State: ${where.path === undefined ? where.text : look.place(where.path)}`)}\n`,
      );
    },
    complain: (diagnostics) => {
      live.end();
      for (const each of diagnostics) {
        last = complaints.write(`${diagnosticText(each, lookFor(each))}\n`);
        if (terminal.annotates) last = complaints.write(annotation(each, look));
      }
    },
    hideInSource: (texts) => source.keepOut(texts),
    ask: (question, answers) => askQuestion(streams, question, answers),
    askSecret: (question) => askSecret(streams, question),
    end: async () => {
      live.end();
      await Promise.all([last, live.written]);
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
