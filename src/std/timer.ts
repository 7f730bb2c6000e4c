/** Runs something later; calling what it returns takes that back. */
export interface Timer {
  after(delayMs: number, run: () => void): () => void;
}

export const systemTimer: Timer = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
