import { isNoEffectError } from "./no-effect-error.js";
import { isRetryableError } from "./retryable-error.js";
import { isUncertainError } from "./uncertain-error.js";

/**
 * Returns whether the operation of a hook may have taken effect although the hook threw. True for an `UncertainError`,
 * false for a `NoEffectError`. Other errors of providers mean that nothing happened. Errors of the language do not:
 * their cause may be an invalid response, a bug in the provider after its request, or a connection of `fetch` that
 * broke.
 */
export function mayHaveHappened(thrown: unknown): boolean {
  return effectOf(thrown) === "unknown";
}

/** Returns whether a hook that threw certainly had no effect, and another call may succeed. */
export function mayBeRetried(thrown: unknown): boolean {
  return effectOf(thrown) === "none yet";
}

type Effect = "unknown" | "none" | "none yet";

function effectOf(thrown: unknown): Effect {
  try {
    return saidBy(thrown);
  } catch {
    // A thrown value that cannot be inspected shows nothing about the effect.
    return "unknown";
  }
}

function saidBy(thrown: unknown): Effect {
  // Causes may be cyclic.
  const seen = new Set<unknown>();
  for (let error = thrown; !seen.has(error); error = (error as { readonly cause?: unknown }).cause) {
    seen.add(error);
    if (isUncertainError(error)) return "unknown";
    if (isRetryableError(error)) return "none yet";
    if (isNoEffectError(error)) return "none";
    if (languageErrors.some((own) => error instanceof own)) return isRefusal(error) ? "none" : "unknown";
    if (error instanceof DOMException) return interruptions.has(error.name) ? "unknown" : "none";
    if (typeof error !== "object" || error === null) return "none";
    if (brokenConnections.has((error as { readonly code?: unknown }).code)) return "unknown";
  }
  return "none";
}

/** True if the connection was never opened: `fetch` reports this in the cause of its error. */
function isRefusal(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return unreached.has(cause?.code);
}

export const languageErrors = [TypeError, RangeError, ReferenceError, SyntaxError] as const;
/** Error codes of a connection that was never opened. */
export const unreached = new Set<unknown>([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Error codes of a connection that broke or timed out. */
export const brokenConnections = new Set<unknown>([
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
/** The names of errors for aborted calls. */
export const interruptions: ReadonlySet<string> = new Set(["AbortError", "TimeoutError"]);
