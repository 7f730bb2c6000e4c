import { isDiagnosticError } from "../../model/index.js";

/** The result of an operation that may fail in any way. */
export type Attempt<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** The reason for a failure: a diagnostic, or the message of the thrown error. */
export interface Fault {
  readonly code?: string;
  readonly detail: string;
  readonly hint?: string;
}

/** Runs something and catches any error, so that an inspection can continue. */
export async function attempted<Result>(work: () => Result | Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    if (isDiagnosticError(error)) return { ok: false, faults: error.diagnostics };
    return { ok: false, faults: [{ detail: error instanceof Error ? error.message : String(error) }] };
  }
}
