import { readThrown } from "../../../../std/error-text.js";
import { pause } from "../../../../std/timer.js";
import type { Asked } from "./open-answer.js";
import { retryDelay } from "./retry-delay.js";
import { stallGuard, type StallGuard } from "./stall-guard.js";
import { WebError } from "./web-error.js";
import type { Web } from "./web.js";

/**
 * Calls a function that sends a request, again after failures that may pass. `received` is the number of bytes that are kept between
 * attempts: failures count from the last time it grew considerably. Throws a WebError, or the reason of the signal.
 */
export async function withRetries<Result>(
  { url }: Asked,
  { web, signal, received = () => 0 }: RetryPorts,
  attempt: (guard: StallGuard) => Promise<Result>,
): Promise<Result> {
  let best = 0;
  for (let failed = 1; ; failed++) {
    signal.throwIfAborted();
    const guard = stallGuard(web, signal);
    try {
      return await attempt(guard);
    } catch (error) {
      guard.end();
      signal.throwIfAborted();
      const seen = guard.isStalled() ? stalled(url, web) : asWebError(error, url);
      if (received() >= best + leastProgress) [failed, best] = [1, received()];
      const delayMs = retryDelay(seen.failure, { failed, backoffMs: web.backoffMs });
      if (delayMs === undefined) throw seen;
      await pause(web.timer, delayMs, signal);
    } finally {
      guard.end();
    }
  }
}

/** A server that closes every connection after a few bytes is given up. */
const leastProgress = 65_536;

export interface RetryPorts {
  readonly web: Web;
  readonly signal: AbortSignal;
  readonly received?: () => number;
}

function stalled(url: URL, { stallMs }: Web): WebError {
  return new WebError({ kind: "stalled", url, stallMs });
}

/** Errors of files and bugs are thrown as they are. */
function asWebError(error: unknown, url: URL): WebError {
  if (error instanceof WebError) return error;
  const code = readThrown(error, "code");
  if (typeof code !== "string" || ofFiles.has(code)) throw error;
  const message = readThrown(error, "message");
  const text = typeof message === "string" && message !== "" ? message : code;
  return new WebError({ kind: "connection", url, code, text }, error);
}

/** A full disk, for example. Only these are possible for a file that is already open. */
const ofFiles = new Set(["EBADF", "EDQUOT", "EFBIG", "EIO", "ENOSPC", "EROFS"]);
