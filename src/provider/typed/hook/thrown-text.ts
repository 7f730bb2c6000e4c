import { isDiagnosticError } from "../../../model/index.js";
import { errorText, readThrown } from "../../../std/error-text.js";

/** Returns the text of a thrown value with its causes. */
export function thrownText(thrown: unknown): string {
  const texts = [ownText(thrown)];
  let at = readThrown(thrown, "cause");
  while (at !== undefined && at !== null && texts.length < longestChain) {
    texts.push(ownText(at));
    at = readThrown(at, "cause");
  }
  return texts.join(", caused by ");
}

const longestChain = 5;

function ownText(thrown: unknown): string {
  if (isDiagnosticError(thrown)) return thrown.diagnostics.map(({ detail }) => detail).join(" ");
  return errorText(thrown);
}
