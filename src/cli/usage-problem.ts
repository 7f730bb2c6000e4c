import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** What was typed is never repeated unless it is the name of something: it may be a secret. */
export function wrongUsage(detail: string, command?: string): DiagnosticError {
  const help = command === undefined ? "coco help" : `coco help ${command}`;
  return new DiagnosticError(problem("cli/usage", { detail, hint: `See what there is:\n    ${help}` }));
}
