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

/** Everything that one evaluation of a program declared. */
export interface RecordedProgram {
  readonly recorder: Recorder;
  /** In the order of declaration. Callbacks add to it while they are evaluated. `sequence` is the program order. */
  readonly registrations: readonly Registration[];
  /** The value that the program returned: the outputs of the stack. */
  readonly outputs: Expression;
  /** The reasons why the program is incomplete. If there are any, a missing resource must not be treated as removed. */
  readonly diagnostics: readonly Diagnostic[];
  /** The original value that the program threw. */
  readonly thrown?: unknown;
}

/**
 * Runs a program that is a function once, until its result has settled. After that it cannot declare resources. If it
 * returns a module, as `() => import("./main.js")` does, the exports are the outputs. Node runs a module only once.
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
  // Closed synchronously, not a tick later, unless a package is still constructing a component.
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
    hint: "Coconut does not plan from a program that did not finish.",
    ...aboutThrown(error),
  });
}

/** Returns the exports of a module as stack outputs, without functions and classes. */
export function moduleOutputs(exports: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(exports).filter(([name, value]) => typeof value !== "function" && name !== "__esModule"),
  );
}
