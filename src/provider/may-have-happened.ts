import { isNoEffectError } from "./no-effect-error.js";
import { isRetryableError } from "./retryable-error.js";
import { isUncertainError } from "./uncertain-error.js";

/**
 * Whether the operation of a hook may have happened although the hook threw. The hook itself says so by an
 * `UncertainError`, and the contrary by a `NoEffectError`. Otherwise an error that somebody wrote says that nothing
 * happened. The language's own errors do not: they come from an answer that made no sense, a mistake of the provider
 * after its request, or `fetch`, which throws them when a connection breaks.
 */
export function mayHaveHappened(thrown: unknown): boolean {
  return effectOf(thrown) === "unknown";
}

/** Whether a hook that threw certainly did nothing, and says that another call may succeed. */
export function mayBeRetried(thrown: unknown): boolean {
  return effectOf(thrown) === "none yet";
}

type Effect = "unknown" | "none" | "none yet";

function effectOf(thrown: unknown): Effect {
  try {
    return saidBy(thrown);
  } catch {
    // What cannot be looked at says nothing.
    return "unknown";
  }
}

function saidBy(thrown: unknown): Effect {
  // Causes may go round in a circle.
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

/** Nobody was there to ask: `fetch` says so in the cause of its own error. */
function isRefusal(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return unreached.has(cause?.code);
}

export const languageErrors = [TypeError, RangeError, ReferenceError, SyntaxError] as const;
/** The codes of a connection that was never made. */
export const unreached = new Set<unknown>([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** The codes of a connection that broke, or on which no answer came. */
export const brokenConnections = new Set<unknown>([
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
/** The names of errors of calls that were given up. */
export const interruptions: ReadonlySet<string> = new Set(["AbortError", "TimeoutError"]);
