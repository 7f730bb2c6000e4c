/** Runs something later; calling what it returns takes that back. */
export interface Timer {
  after(delayMs: number, run: () => void): () => void;
}

/** The longest that Node can wait, almost 25 days: what is asked to wait longer it would call at once. */
export const longestDelayMs = 2 ** 31 - 1;

/** Does not keep the process alive: for one that notices by itself when nothing is left to wait for. */
export const quietTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, longestDelayMs)).unref();
    return () => clearTimeout(handle);
  },
};

/** Milliseconds on a clock that only goes forward. */
export const elapsedMs = (): number => performance.now();

export const systemTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, longestDelayMs));
    return () => clearTimeout(handle);
  },
};

/** Waits, at most until a signal is aborted. */
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
