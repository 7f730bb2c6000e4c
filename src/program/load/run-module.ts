import { dirname } from "node:path";
import { constant, DiagnosticError, type Diagnostic, type Expression } from "../../model/index.js";
import {
  capture,
  forgetContexts,
  programContext,
  Recorder,
  runIn,
  type Context,
  type ProgramSettings,
} from "../../sdk/internal.js";
import { errorText } from "../../std/error-text.js";
import { hideTexts } from "../../std/index.js";
import { importUrl } from "../../std/import-url.js";
import { watchPrototypes } from "../changed-prototype.js";
import { problem as programProblem } from "../diagnostics.js";
import { moduleOutputs, type RecordedProgram } from "../record-program.js";
import { openedTexts, secretTexts } from "../secret-texts.js";
import { problem } from "../compile/diagnostics.js";
import { fileUrl } from "../compile/find-package.js";
import { runningModules, withSpecifiers } from "../compile/running-modules.js";
import { importPackages } from "./import-packages.js";
import type { LoadedProgram } from "./load-program.js";
import type { ProcessGuard } from "./process-guard.js";
import { thrownDiagnostics, type AboutThrown } from "./thrown.js";

export interface ModuleRun {
  /**
   * For a process that belongs to the program. The program then ends when no work is left in the process, so a `main()`
   * that is not awaited is complete.
   */
  readonly guard?: ProcessGuard;
  /** Maximum time that work may stay open after the program has settled, in milliseconds. */
  readonly drainMs?: number;
  /** Wraps each evaluation. */
  readonly during?: <T>(evaluate: () => Promise<T>) => Promise<T>;
}

/**
 * Runs a loaded program once, from its first line until its module and its default-exported function have settled.
 * After that it cannot declare resources. Its exports, or the result of that function, are the outputs of the stack.
 */
export async function runModule(
  loaded: LoadedProgram,
  settings: ProgramSettings,
  { guard, drainMs = 10_000 }: ModuleRun = {},
): Promise<RecordedProgram> {
  const recorder = new Recorder(settings);
  recorder.warnings.push(...loaded.warnings);
  guard?.hide({ said: () => openedTexts(recorder), written: () => secretTexts(recorder) });
  const context = programContext(recorder);
  let outputs: Expression = constant({});
  let diagnostics: readonly Diagnostic[] = [];
  let thrown: unknown;
  const additions = watchPrototypes();
  try {
    const settled = evaluate(loaded, context, additions);
    const result = await (guard === undefined ? settled : untilDrained(settled, guard, drainMs));
    if (guard !== undefined) forgetContexts();
    diagnostics = await componentProblems(context, guard !== undefined);
    context.open = false;
    outputs = capture(outputsOf(result, loaded));
  } catch (error) {
    thrown = error;
    const imported = recorder.imported.flatMap(({ files }) => Object.keys(files));
    const authors = new Set([...loaded.sources, ...imported]);
    const hide = hideTexts(() => openedTexts(recorder));
    diagnostics = thrownDiagnostics(
      error,
      (file) => authors.has(file),
      hide,
      (about) => failed(hide(messageOf(error, loaded)), about),
    );
    // Reported alone, because other errors follow from it.
    const changed = additions();
    if (changed !== undefined) diagnostics = [changed];
  } finally {
    context.open = false;
  }
  return { recorder, registrations: recorder.registrations, outputs, diagnostics, thrown };
}

/** Returns the text of an error. Node names the module that lacks an export as the compiled program imports it. */
function messageOf(error: unknown, { program }: LoadedProgram): string {
  const text = errorText(error);
  return error instanceof SyntaxError ? withSpecifiers(text, runningModules(dirname(program))) : text;
}

/** Reports components that packages cannot finish any more because the program did not await them. */
async function componentProblems(
  { recorder, place }: Context,
  isDrained: boolean,
): Promise<readonly Diagnostic[]> {
  if (isDrained && recorder.constructions.isBusy(place)) throw new DiagnosticError(neverSettled());
  return recorder.constructions.finish(place);
}

interface Result {
  readonly exports: Record<string, unknown>;
  readonly returned: unknown;
}

let runs = 0;

async function evaluate(
  loaded: LoadedProgram,
  context: Context,
  additions: () => Diagnostic | undefined,
): Promise<Result> {
  await importPackages(loaded);
  // Enabled only now: otherwise Node would read the maps of all packages, which users cannot fix anyway.
  process.setSourceMapsEnabled(true);
  const url = `${fileUrl(loaded.program)}?run=${++runs}`;
  const exports = (await runIn(context, () => importUrl(url))) as Record<string, unknown>;
  const { default: main } = exports;
  const returned = isFunction(main) ? await runIn(context, async () => main()) : undefined;
  const changed = additions();
  if (changed !== undefined) throw new DiagnosticError(changed);
  await context.recorder.constructions.finish(context.place);
  return { exports, returned };
}

/** Waits for the program and then for the event loop to become empty, unless the guard reports an error. */
async function untilDrained(settled: Promise<Result>, guard: ProcessGuard, drainMs: number): Promise<Result> {
  const before = process.getActiveResourcesInfo();
  const releases: (() => void)[] = [];
  let isSettled = false;
  try {
    return await new Promise<Result>((resolve, reject) => {
      const drained = () => (isSettled ? resolve(settled) : reject(new DiagnosticError(neverSettled())));
      releases.push(
        guard.onEnd(([first, ...rest]) => reject(new DiagnosticError(first!, ...rest))),
        guard.onIdle(drained),
      );
      const drain = () => {
        isSettled = true;
        const timer = setTimeout(() => reject(new DiagnosticError(notDrained(before, drainMs))), drainMs);
        timer.unref();
        releases.push(() => clearTimeout(timer));
      };
      settled.then(drain, reject);
    });
  } finally {
    for (const release of releases) release();
  }
}

function outputsOf({ exports, returned }: Result, { isCommonJs }: LoadedProgram): unknown {
  const module = isCommonJs ? exports["default"] : exports;
  const exported = typeof module === "object" && module !== null ? moduleOutputs(module) : {};
  if (returned === undefined) return exported;
  const isPlain = typeof returned === "object" && Object.getPrototypeOf(returned) === Object.prototype;
  if (!isPlain) return returned;
  return Object.fromEntries([...Object.entries(exported), ...Object.entries(returned as object)]);
}

/** True for a function that is not a class. */
function isFunction(value: unknown): value is () => unknown {
  return typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
}

function failed(text: string, about: AboutThrown): Diagnostic {
  return programProblem("program/failed", {
    detail: `The program threw: ${text}`,
    hint: "Fix the error, then run again. Coconut does not plan from a program that did not finish.",
    ...about,
  });
}

function neverSettled(): Diagnostic {
  return problem("program/never-settled", {
    detail:
      "The program awaits a promise that can never settle: no timer, connection or other work is left in the process.",
    hint: "Look for a promise whose resolve function is never called, or a callback that is never registered.",
  });
}

function notDrained(before: readonly string[], drainMs: number): Diagnostic {
  const open = [...process.getActiveResourcesInfo()];
  for (const each of before) if (open.includes(each)) open.splice(open.indexOf(each), 1);
  const counts = new Map<string, number>();
  for (const each of open) counts.set(each, (counts.get(each) ?? 0) + 1);
  const list = [...counts].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).sort();
  return problem("program/work-still-running", {
    detail: `Work that the program started was still running ${drainMs / 1_000} seconds after it ended, and could declare more resources. Still open: ${list.join(", ") || "unknown"}.`,
    hint: "Await the work that declares resources. Clear timers, close servers and connections, or unref() them.",
  });
}
