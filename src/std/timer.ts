/** Runs something later; calling what it returns takes that back. */
export interface Timer {
  after(delayMs: number, run: () => void): () => void;
}

/** Does not keep the process alive: for one that notices by itself when nothing is left to wait for. */
export const quietTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs).unref();
    return () => clearTimeout(handle);
  },
};

export const systemTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
