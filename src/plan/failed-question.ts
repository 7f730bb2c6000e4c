import type { Diagnostic } from "../model/index.js";

/**
 * Whether a problem says that a provider could not answer: its own code threw, it answered with something that its
 * definition does not allow, or not in time. That fails the resource which was asked about. Everything else is about
 * the program, its settings or the stack, and refuses the plan.
 */
export function isFailedQuestion({ code }: Pick<Diagnostic, "code">): boolean {
  return failedQuestions.has(code);
}

const failedQuestions: ReadonlySet<string> = new Set([
  "provider/hook-failed",
  "provider/invalid-answer",
  "engine/no-answer",
]);
