import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { fenced } from "./lock.js";
import type { StorePorts } from "./ports.js";
import type { Keeper, RawStack } from "./raw/index.js";
import type { RunLease } from "./store.js";

/** How long a lease lasts after each renewal. */
export const leaseMs = 30_000;

/**
 * Returns a clock for leases, in milliseconds. It advances with the faster of two clocks: the monotonic clock may stop
 * while the machine sleeps, and the wall clock may be set back.
 */
export function leaseClock({ elapsed, now }: Pick<StorePorts, "elapsed" | "now">): () => number {
  const read = () => ({ elapsedMs: elapsed?.() ?? 0, wallMs: Date.parse(now()) });
  let last = read();
  let totalMs = 0;
  return () => {
    const next = read();
    totalMs += Math.max(0, next.elapsedMs - last.elapsedMs, next.wallMs - last.wallMs);
    last = next;
    return totalMs;
  };
}

/** The time left on the lease of the current holder; undefined in a store without leases. */
export async function leaseLeft({ lease }: Pick<RawStack, "lease">): Promise<number | undefined> {
  return lease?.left();
}

/** A lease that is renewed until `stop` is called. */
export class KeptLease implements RunLease {
  readonly #keeper: Keeper;
  readonly #clock: () => number;
  readonly #runId: string;
  readonly #ended = new AbortController();

  constructor(keeper: Keeper, clock: () => number, runId: string) {
    this.#keeper = keeper;
    this.#clock = clock;
    this.#runId = runId;
    const lose = () => this.#end(fenced(runId, undefined));
    if (keeper.lost.aborted) lose();
    keeper.lost.addEventListener("abort", lose, { once: true });
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  check(): void {
    if (!this.ended.aborted && this.#clock() >= this.#keeper.goodUntil()) this.#end(expired(this.#runId));
  }

  stop(): void {
    this.#keeper.stop();
  }

  #end(why: Diagnostic): void {
    this.#ended.abort(new DiagnosticError(why));
  }
}

function expired(runId: string): Diagnostic {
  return problem("store/lease-expired", {
    detail: `Run ${runId} could not renew its lease on the stack in time, so another run may take over. This run made no further provider calls.`,
    hint: "Check that the store is reachable, then run again. Interrupted operations are resolved first.",
  });
}
