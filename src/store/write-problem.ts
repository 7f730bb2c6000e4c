import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** A record after which state would not verify. */
export function refusedRecord(
  sequence: number,
  first: Diagnostic,
  others: readonly Diagnostic[],
): DiagnosticError {
  return new DiagnosticError(
    problem("store/refused-record", {
      detail: `Record ${sequence} was not written, because state would contradict itself after it.`,
      hint: "This is a bug in Coconut. Please report it with what follows.",
    }),
    first,
    ...others,
  );
}

export function writeFailed(error: unknown): DiagnosticError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError(
    problem("store/write-failed", {
      detail: `The journal could not be written: ${reason}. Nothing further is called.`,
      hint: "When the store can be written again, run again: operations left open are settled first.",
    }),
  );
}
