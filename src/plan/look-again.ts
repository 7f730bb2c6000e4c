/** An answer of a service that may answer for a while as before a change. */
export interface DoubtfulAnswer {
  /** How long the answer is doubted, counted from the first time the service was asked. */
  readonly windowMs: number;
  /** How long ago the service was asked for the first time. */
  readonly waitedMs: number;
}

/**
 * The delay before a doubtful answer is asked for again; undefined once it is to be believed. The service is asked
 * soon at first, because most copies catch up soon, and then less and less often.
 */
export function lookAgainAfter({ windowMs, waitedMs }: DoubtfulAnswer): number | undefined {
  const leftMs = windowMs - waitedMs;
  return leftMs > 0 ? Math.min(leftMs, Math.max(soonestMs, waitedMs)) : undefined;
}

const soonestMs = 1000;

/** When an object was last changed, and what the clock says now; both in ISO 8601. */
export interface LastChange {
  /** How long after a change the service may still answer as before it. */
  readonly windowMs: number;
  /** Undefined if state does not know. */
  readonly changedAt: string | undefined;
  readonly now: string;
}

/**
 * For how long a read that differs from what the last change returned may still be stale; zero if it is drift. A
 * change in the future means that the clock was set back, so its age is unknown: it counts as just made.
 */
export function staleForMs({ windowMs, changedAt, now }: LastChange): number {
  if (changedAt === undefined) return 0;
  const sinceMs = Date.parse(now) - Date.parse(changedAt);
  if (Number.isNaN(sinceMs)) return 0;
  return Math.min(windowMs, Math.max(0, windowMs - sinceMs));
}
