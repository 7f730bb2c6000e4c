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
