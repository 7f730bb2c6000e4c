import { DiagnosticError, isDiagnosticError, type Diagnostic, type RunEvent } from "../model/index.js";
import { elapsedMs, pause, systemTimer, type Timer } from "../std/timer.js";
import { neverAborted } from "../std/within-time.js";
import type { Holder, RunRequest, StackRun, StackStore } from "../store/internal.js";
import { problem } from "./diagnostics.js";

/** Whether a run waits for a lock that another run holds, and where to report it. */
export interface LockWait {
  /**
   * True: wait until the lock is free. A number: wait at most this many milliseconds. Default: throw immediately if the
   * lock is held.
   */
  readonly wait?: boolean | number | undefined;
  /** Ends the wait. Nothing has been changed at that point. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** The timer keeps the process alive while it waits. */
export interface WaitClock {
  readonly elapsed: () => number;
  readonly timer: Timer;
}

/** Takes the lock of a stack and begins a run. Waits for the lock if the options say so. */
export async function beginRun(
  store: StackStore,
  request: RunRequest,
  options: LockWait = {},
  clock: WaitClock = systemClock,
): Promise<StackRun> {
  const waiting = new Waiting(options, clock);
  for (;;) {
    try {
      return await store.begin(request);
    } catch (error) {
      if (waiting.isOver || !isHeld(error)) throw error;
      await waiting.untilFree(store);
      // Another waiting run may have taken it first.
      await waiting.pause();
    }
  }
}

/** Resolves when no other run holds the lock. Throws if the options do not allow waiting, or at the time limit. */
export function untilFree(
  store: StackStore,
  options: LockWait = {},
  clock: WaitClock = systemClock,
): Promise<void> {
  return new Waiting(options, clock).untilFree(store);
}

const systemClock: WaitClock = { elapsed: elapsedMs, timer: systemTimer };

/** Reading the head of a stack costs a fraction of a millisecond. */
const lookEveryMs = 200;
/** Often enough for a log that someone follows live. */
const tellEveryMs = 30_000;

class Waiting {
  readonly #options: LockWait;
  readonly #clock: WaitClock;
  readonly #limitMs: number;
  readonly #begunMs: number;
  #told: { readonly runId: string; readonly atMs: number } | undefined;

  constructor(options: LockWait, clock: WaitClock) {
    const { wait = false } = options;
    this.#options = options;
    this.#clock = clock;
    this.#limitMs = wait === true ? Infinity : wait === false ? 0 : wait;
    this.#begunMs = clock.elapsed();
  }

  get isOver(): boolean {
    return this.#waitedMs >= this.#limitMs;
  }

  async untilFree(store: StackStore): Promise<void> {
    for (;;) {
      const held = await store.heldBy();
      if (held === undefined) return;
      if (this.isOver) throw held.refusal;
      if (this.#options.signal?.aborted) throw new DiagnosticError(interrupted(held.holder));
      this.#tell(held.holder);
      await this.pause();
    }
  }

  async pause(): Promise<void> {
    const leftMs = Math.max(0, this.#limitMs - this.#waitedMs);
    const { signal = neverAborted } = this.#options;
    await pause(this.#clock.timer, Math.min(lookEveryMs, leftMs), signal);
  }

  get #waitedMs(): number {
    return this.#clock.elapsed() - this.#begunMs;
  }

  #tell({ runId, user, host, pid, command, since }: Holder): void {
    const atMs = this.#waitedMs;
    if (this.#told?.runId === runId && atMs - this.#told.atMs < tellEveryMs) return;
    this.#told = { runId, atMs };
    this.#options.onEvent?.({
      kind: "waiting",
      runId,
      user,
      host,
      pid,
      command,
      since,
      waitedMs: Math.round(atMs),
      ...(this.#limitMs !== Infinity && { limitMs: this.#limitMs }),
    });
  }
}

/** True if another run holds the lock, or is about to take or release it. */
function isHeld(error: unknown): boolean {
  const codes = new Set(["store/locked", "store/busy"]);
  return isDiagnosticError(error) && error.diagnostics.every(({ code }) => codes.has(code));
}

function interrupted({ runId, user, host }: Holder): Diagnostic {
  return problem("engine/wait-interrupted", {
    severity: "note",
    detail: `The command was waiting for run ${runId} of ${user}@${host}, which still holds the lock. Nothing was changed.`,
  });
}
