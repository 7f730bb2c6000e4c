import { isUncertainError } from "./uncertain-error.js";

/**
 * Whether what a hook had asked for may have happened although it threw. Only an error that someone made says that
 * nothing did: the language's own errors come from an answer that made no sense, a mistake of the provider behind its
 * request, or `fetch`, which throws them when a connection breaks.
 */
export function mayHaveHappened(thrown: unknown): boolean {
  // Causes may go round in a circle.
  const seen = new Set<unknown>();
  for (let error = thrown; !seen.has(error); error = (error as { readonly cause?: unknown }).cause) {
    seen.add(error);
    if (isUncertainError(error)) return true;
    if (ownErrors.some((own) => error instanceof own)) return !isRefusal(error);
    if (error instanceof DOMException) return error.name === "AbortError" || error.name === "TimeoutError";
    if (typeof error !== "object" || error === null) return false;
    if (brokenConnections.has((error as { readonly code?: unknown }).code)) return true;
  }
  return false;
}

/** Nobody was there to ask: `fetch` says so in the cause of its own error. */
function isRefusal(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return unreached.has(cause?.code);
}

const ownErrors = [TypeError, RangeError, ReferenceError, SyntaxError];
const unreached = new Set<unknown>(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
const brokenConnections = new Set<unknown>([
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
