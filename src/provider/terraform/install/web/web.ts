import { systemTimer, type Timer } from "../../../../std/timer.js";

/** How requests are sent. */
export interface Web {
  readonly timer: Timer;
  /** For `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A connection that delivers nothing for this long is closed. A slow download has no other limit. */
  readonly stallMs: number;
  /** The wait before the first retry. It doubles with each further one. */
  readonly backoffMs: number;
}

/** Returns the real network, with parts of it replaced. */
export function webWith(parts: Partial<Web> = {}): Web {
  return { timer: systemTimer, environment: process.env, stallMs: 60_000, backoffMs: 500, ...parts };
}
