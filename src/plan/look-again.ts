/** That something was answered not to be there, by a service that may answer as before for a while. */
export interface Absence {
  /** For how long, after a change, it may. */
  readonly windowMs: number;
  /** How long it has been said not to be there. */
  readonly waitedMs: number;
}

/**
 * When to look again for something that was said not to be there; undefined once that is to be believed. Nobody knows
 * how long ago it was changed: what the clock on the wall says of that may be off by a year. So it is looked for over
 * the whole window, soon at first, because it may be seen soon, and less and less often.
 */
export function lookAgainAfter({ windowMs, waitedMs }: Absence): number | undefined {
  const leftMs = windowMs - waitedMs;
  return leftMs > 0 ? Math.min(leftMs, Math.max(soonestMs, waitedMs)) : undefined;
}

const soonestMs = 1000;
