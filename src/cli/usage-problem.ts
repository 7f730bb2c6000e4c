import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** A word of the command line as it is repeated in a complaint: not all of it if it is long, and nothing unseen. */
export function quoted(word: string): string {
  return JSON.stringify(word.length > longest ? `${word.slice(0, longest)}…` : word);
}

const longest = 60;

/** What was typed is never repeated unless it is the name of something: it may be a secret. */
export function wrongUsage(detail: string, command?: string): DiagnosticError {
  const help = command === undefined ? "coco help" : `coco help ${command}`;
  return new DiagnosticError(problem("cli/usage", { detail, hint: `See what there is:\n    ${help}` }));
}
