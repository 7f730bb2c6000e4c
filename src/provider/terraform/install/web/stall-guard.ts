import { timeIsOver } from "../../../../std/within-time.js";
import type { Web } from "./web.js";

/** Ends a request that delivers nothing for some time. */
export interface StallGuard {
  /** Aborted on a stall, or with the caller's signal. */
  readonly signal: AbortSignal;
  readonly isStalled: () => boolean;
  /** Something has arrived: the time starts again. */
  readonly arrived: () => void;
  /** Cancels the timer. */
  readonly end: () => void;
}

export function stallGuard({ timer, stallMs }: Web, signal: AbortSignal): StallGuard {
  const stall = new AbortController();
  const start = () => timer.after(stallMs, () => stall.abort(timeIsOver()));
  let cancel = start();
  return {
    signal: AbortSignal.any([signal, stall.signal]),
    isStalled: () => stall.signal.aborted,
    arrived: () => {
      cancel();
      cancel = start();
    },
    end: () => cancel(),
  };
}
