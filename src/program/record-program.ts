import { isModuleNamespaceObject } from "node:util/types";
import {
  constant,
  isDiagnosticError,
  type Diagnostic,
  type Expression,
  type Registration,
} from "../model/index.js";
import {
  asCalledOutput,
  capture,
  programContext,
  Recorder,
  runIn,
  type ProgramSettings,
} from "../sdk/internal.js";
import { errorText, readThrown } from "../std/error-text.js";
import { aboutThrown } from "./about-thrown.js";
import { watchPrototypes } from "./changed-prototype.js";
import { problem } from "./diagnostics.js";

/** What one evaluation of a program asked for. */
export interface RecordedProgram {
  readonly recorder: Recorder;
  /** In the order they were made; callbacks add to it while they are evaluated. `sequence` is the program order. */
  readonly registrations: readonly Registration[];
  /** What the program returned: the outputs of the stack. */
  readonly outputs: Expression;
  /** Why the program is not complete. With any of these, nothing may be decided from what is missing. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the program threw, as it threw it. */
  readonly thrown?: unknown;
}

/**
 * Runs a function program once, from its start until what it returns has settled; then it is sealed. One that returns
 * a module, as `() => import("./main.js")` does, has the exports of that as outputs; Node runs a module only once.
 */
export async function recordProgram(
  program: () => unknown,
  settings: ProgramSettings,
): Promise<RecordedProgram> {
  const recorder = new Recorder(settings);
  const context = programContext(recorder);
  let outputs: Expression = constant({});
  let diagnostics: readonly Diagnostic[] = [];
  let thrown: unknown;
  const additions = watchPrototypes();
  try {
    const returned = await runIn(context, async () => program());
    outputs = capture(
      isModuleNamespaceObject(returned) ? moduleOutputs(returned as object) : (returned ?? {}),
    );
  } catch (error) {
    thrown = error;
    diagnostics = isDiagnosticError(error) ? error.diagnostics : [failed(error)];
  }
  const changed = additions();
  if (changed !== undefined) diagnostics = [changed];
  // Sealed at once, not a tick later, unless a package is still making what is in a component.
  context.open = recorder.constructions.isBusy(context.place);
  diagnostics = [...diagnostics, ...(await recorder.constructions.finish(context.place))];
  context.open = false;
  return { recorder, registrations: recorder.registrations, outputs, diagnostics, thrown };
}

function failed(error: unknown): Diagnostic {
  const called = asCalledOutput(readThrown(error, "message"));
  if (called !== undefined) return { ...called, ...aboutThrown(error) };
  return problem("program/failed", {
    detail: `The program threw: ${errorText(error)}`,
    hint: "Nothing is planned from a program that did not come to its end.",
    ...aboutThrown(error),
  });
}

/** What a module exports, as the outputs of a stack: functions and classes are none. */
export function moduleOutputs(exports: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(exports).filter(([name, value]) => typeof value !== "function" && name !== "__esModule"),
  );
}
