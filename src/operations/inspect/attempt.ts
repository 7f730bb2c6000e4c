import { isDiagnosticError } from "../../model/index.js";

/** What came of something that may fail in any way. */
export type Attempt<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Why something could not be done: a diagnostic, or the words of whatever was thrown. */
export interface Fault {
  readonly code?: string;
  readonly detail: string;
  readonly hint?: string;
}

/** Does something, and catches whatever it throws: who looks for what is wrong goes on. */
export async function attempted<Result>(work: () => Result | Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    if (isDiagnosticError(error)) return { ok: false, faults: error.diagnostics };
    return { ok: false, faults: [{ detail: error instanceof Error ? error.message : String(error) }] };
  }
}
