import { statSync, utimes, utimesSync } from "node:fs";
import { uptime } from "node:os";
import type { SignsOfLife } from "../ports.js";

/**
 * Signs of life by the modification time of the file that a run has locked. The file is never opened, because closing
 * it would release the lock.
 */
export const fileSigns: SignsOfLife = {
  give(path) {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      return undefined;
    }
    const handle = setInterval(() => utimes(path, new Date(), new Date(), () => {}), beatMs).unref();
    return () => clearInterval(handle);
  },

  last(path, { now, isSameBoot }) {
    const seenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (seenMs === undefined) return undefined;
    // Before the machine booted: the clock was changed in the meantime.
    if (isSameBoot && Date.parse(now) - seenMs > uptime() * 1000) return undefined;
    // A busy process may be late with its next sign.
    return new Date(Math.round(seenMs) + 2 * beatMs).toISOString();
  },
};

/** Interval between two signs of life. */
const beatMs = 5000;
