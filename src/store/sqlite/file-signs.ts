import { statSync, utimes, utimesSync } from "node:fs";
import { uptime } from "node:os";
import type { SignsOfLife } from "../ports.js";

/** Signs of life as the time of the file that a run has locked. The file is never opened: that would lose the lock. */
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
    // Longer ago than the machine is up: its clock was set meanwhile.
    if (isSameBoot && Date.parse(now) - seenMs > uptime() * 1000) return undefined;
    // A process that is busy gives its next sign late.
    return new Date(Math.round(seenMs) + 2 * beatMs).toISOString();
  },
};

/** How often a run gives a sign of life. */
const beatMs = 5000;
