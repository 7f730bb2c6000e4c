import { DiagnosticError } from "../model/index.js";
import { currentContext } from "./recording/context.js";
import { problem } from "./diagnostics.js";
import { positionBelow } from "./recording/position.js";
import type { ProgramSettings } from "./recording/recorder.js";

/** Returns the name of the stack that the program runs for. */
export function getStack(): string {
  return settings(getStack).stack;
}

/** Returns the name of the project. */
export function getProject(): string {
  return settings(getProject).project;
}

/** Returns the namespace that distinguishes this instance of an environment, if it has one. */
export function getNamespace(): string | undefined {
  return settings(getNamespace).namespace;
}

function settings(below: () => unknown): ProgramSettings {
  const context = currentContext();
  if (context !== undefined) return context.recorder.settings;
  throw new DiagnosticError(
    problem("sdk/no-program", {
      detail: `${below.name}() was called, but no program is running.`,
      hint: "Call it in the program that coco runs, or in the function passed to stack().",
      ...positionBelow(below),
    }),
  );
}
