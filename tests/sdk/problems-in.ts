import { expect } from "vitest";
import { testProgram } from "@coconut/coconut/testing";
import { isDiagnosticError, type Diagnostic } from "../../src/model/index.js";

/** The diagnostics that `work` ends in; none if it succeeds. Anything else it throws is a failure of the test. */
export async function problemsIn(work: () => unknown): Promise<readonly Diagnostic[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics;
    throw error;
  }
}

/** The one diagnostic that a program ends in. */
export async function problemOf(program: () => unknown): Promise<Diagnostic> {
  const problems = await problemsIn(() => testProgram(program));
  expect(problems).toHaveLength(1);
  return problems[0]!;
}
