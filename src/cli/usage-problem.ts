import { DiagnosticError } from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { problem } from "./diagnostics.js";

/** A word of the command line as it is repeated in a complaint: not all of it if it is long, and nothing unseen. */
export function quotedWord(word: string): string {
  return JSON.stringify(word.length > longest ? `${word.slice(0, longest)}…` : word);
}

const longest = 60;

/** What was typed is never repeated unless it is the name of something: it may be a secret. */
export function wrongUsage(detail: string, command?: string): DiagnosticError {
  const help = command === undefined || command === "help" ? "coco help" : `coco help ${command}`;
  return new DiagnosticError(problem("cli/usage", { detail, hint: `See what there is:\n    ${help}` }));
}

/** A first word that commands begin with, and no second one that makes it one of them. */
export function notWithin(
  [first, second]: readonly string[],
  within: readonly { readonly name: string }[],
): DiagnosticError {
  const next = within.map(({ name }) => name.slice(first!.length + 1));
  const near = second === undefined ? undefined : nearestName(second, next);
  const meant = near === undefined ? "" : ` It may be coco ${first} ${near}.`;
  return wrongUsage(`coco ${first} is followed by one of ${next.join(", ")}.${meant}`, first);
}
