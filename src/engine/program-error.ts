import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../model/index.js";
import { secretTexts, type RecordedProgram } from "../program/index.js";
import { diagnosticText, plainLook } from "../render/index.js";
import { SourceFiles } from "../std/source-files.js";

/**
 * Returns the problems that prevent planning as one error. An embedder may let it end the process: its message shows
 * the source as `coco` does, and the error that the program threw is its `cause`.
 */
export function programError(
  diagnostics: readonly Diagnostic[],
  { recorder, thrown }: Pick<RecordedProgram, "recorder" | "thrown">,
): DiagnosticError {
  const [first, ...rest] = diagnostics;
  const source = new SourceFiles();
  source.keepOut(() => secretTexts(recorder));
  const look = { ...plainLook, source };
  const error = new DiagnosticError(first!, ...rest);
  error.message = diagnostics.map((each) => diagnosticText(each, look)).join("\n");
  if (thrown !== undefined && !isDiagnosticError(thrown))
    Object.defineProperty(error, "cause", { value: thrown, configurable: true, writable: true });
  // The stack trace includes the message, so it is captured again.
  Error.captureStackTrace(error, programError);
  return error;
}
