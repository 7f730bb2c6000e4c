import { isDiagnosticError } from "../../../model/index.js";

/** What to show of something that was thrown, with what caused it. Anything can be thrown, and some things refuse to be text. */
export function thrownText(thrown: unknown): string {
  const texts: string[] = [];
  let at: unknown = thrown;
  while (at !== undefined && at !== null && texts.length < longestChain) {
    texts.push(ownText(at));
    at = causeOf(at);
  }
  return texts.length === 0 ? String(thrown) : texts.join(", because of ");
}

const longestChain = 5;

function ownText(thrown: unknown): string {
  try {
    if (isDiagnosticError(thrown)) return thrown.diagnostics.map(({ detail }) => detail).join(" ");
    if (!(thrown instanceof Error)) return String(thrown);
    // Failed connections to several addresses have a code and no message.
    const { code = "" } = thrown as { readonly code?: string };
    const message = thrown.message || code;
    return message === "" ? thrown.name : `${thrown.name}: ${message}`;
  } catch {
    return `a thrown ${typeof thrown} that has no text`;
  }
}

function causeOf(thrown: unknown): unknown {
  try {
    return thrown instanceof Error ? thrown.cause : undefined;
  } catch {
    return undefined;
  }
}
