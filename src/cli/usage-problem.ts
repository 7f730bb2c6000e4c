import { DiagnosticError } from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { problem } from "./diagnostics.js";

/** Returns a word of the command line in quotes for a message: shortened if long, control characters escaped. */
export function quotedWord(word: string): string {
  return JSON.stringify(word.length > longest ? `${word.slice(0, longest)}…` : word);
}

const longest = 60;

/** Returns the error for a wrong command line. `detail` must not repeat option values: they may be secret. */
export function wrongUsage(detail: string, command?: string): DiagnosticError {
  const help = command === undefined || command === "help" ? "coco help" : `coco help ${command}`;
  return new DiagnosticError(problem("cli/usage", { detail, hint: `Show the usage:\n    ${help}` }));
}

/** Returns the error for a family of commands, such as `state`, without a valid second word. */
export function notWithin(
  [first, second]: readonly string[],
  within: readonly { readonly name: string }[],
): DiagnosticError {
  const next = within.map(({ name }) => name.slice(first!.length + 1));
  const near = second === undefined ? undefined : nearestName(second, next);
  const meant = near === undefined ? "" : ` Did you mean coco ${first} ${near}?`;
  return wrongUsage(`coco ${first} needs a subcommand: ${next.join(", ")}.${meant}`, first);
}
