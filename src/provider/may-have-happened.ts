import { isUncertainError } from "./uncertain-error.js";

/**
 * Whether what a hook had asked for may have happened although it threw. Only an error that someone made says that
 * nothing did: the language's own errors come from an answer that made no sense, a mistake of the provider behind its
 * request, or `fetch`, which throws them when a connection breaks.
 */
export function mayHaveHappened(error: unknown): boolean {
  if (isUncertainError(error)) return true;
  if (ownErrors.some((own) => error instanceof own)) return !isRefusal(error);
  if (error instanceof DOMException) return error.name === "AbortError" || error.name === "TimeoutError";
  if (typeof error !== "object" || error === null) return false;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return brokenConnections.has(code) || (cause !== undefined && mayHaveHappened(cause));
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
