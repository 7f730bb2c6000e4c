import type { WebFailure } from "./web-error.js";

/** Attempts of one request, unless a download makes progress. */
export const mostAttempts = 4;

/** Returns how long to wait before the next attempt; undefined if another one is pointless. */
export function retryDelay(
  failure: WebFailure,
  { failed, backoffMs }: { readonly failed: number; readonly backoffMs: number },
): number | undefined {
  if (failed >= mostAttempts || !mayPass(failure)) return undefined;
  const backoff = backoffMs * 2 ** (failed - 1);
  if (failure.kind !== "status" || failure.retryAfterMs === undefined) return backoff;
  return failure.retryAfterMs > longestWaitMs ? undefined : Math.max(failure.retryAfterMs, backoff);
}

/** A user at a terminal does not wait longer. */
const longestWaitMs = 120_000;

/** Whether the same request may succeed later. */
export function mayPass(failure: WebFailure): boolean {
  switch (failure.kind) {
    case "connection":
      return !lasting.test(failure.code ?? "");
    case "interrupted":
    case "stalled":
      return true;
    case "status":
      return failure.status === 429 || (failure.status >= 500 && failure.status !== 501);
    default:
      return false;
  }
}

/** Unknown hosts, and certificates that are not trusted. */
const lasting = /^ENOTFOUND$|^ERR_|CERT|ISSUER|SIGNATURE|^EPROTO$|^HPE_/;

/** Returns the milliseconds that a `Retry-After` header asks for: a number of seconds, or a date. */
export function retryAfterOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
