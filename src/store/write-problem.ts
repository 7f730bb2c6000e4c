import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** Returns the error for a record that would make state inconsistent. */
export function refusedRecord(
  sequence: number,
  first: Diagnostic,
  others: readonly Diagnostic[],
): DiagnosticError {
  return new DiagnosticError(
    problem("store/refused-record", {
      detail: `Record ${sequence} was not written, because it would make the state inconsistent.`,
      hint: "This is a bug in Coconut. Please report it together with the problems below.",
    }),
    first,
    ...others,
  );
}

export function writeFailed(error: unknown): DiagnosticError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError(
    problem("store/write-failed", {
      detail: `The journal could not be written: ${reason}. This run makes no further provider calls.`,
      hint: "Make the store writable, then run again. Interrupted operations are resolved first.",
    }),
  );
}
