/** Runs a function later. Calling the returned function cancels it. */
export interface Timer {
  after(delayMs: number, run: () => void): () => void;
}

/** The longest delay that Node supports, almost 25 days. It runs longer ones immediately. */
export const longestDelayMs = 2 ** 31 - 1;

/** Does not keep the process alive: for a process that notices by itself when nothing is left to wait for. */
export const quietTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, longestDelayMs)).unref();
    return () => clearTimeout(handle);
  },
};

/** Milliseconds since 1970 on the clock of the system, for comparison with times from elsewhere. */
export const systemTimeMs = (): number => Date.now();

/** Milliseconds on a monotonic clock. */
export const elapsedMs = (): number => performance.now();

export const systemTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, longestDelayMs));
    return () => clearTimeout(handle);
  },
};

/** Waits for the delay, or until the signal is aborted. */
export function pause(timer: Timer, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = timer.after(delayMs, end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
