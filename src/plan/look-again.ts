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

/** When a run that may have sent a create last gave a sign of life, and when the run began that settles it; in ISO 8601. */
export interface LastSign {
  /** How long after that the create may still take effect. */
  readonly windowMs: number;
  /** Undefined if nothing is known of it. */
  readonly seenAt: string | undefined;
  readonly now: string;
}

/**
 * For how long a create that was not found may still take effect. Never more than the window: a sign of life in the
 * future means that the clock was set back, and counts as one of now.
 */
export function lateForMs({ windowMs, seenAt, now }: LastSign): number {
  const sinceMs = seenAt === undefined ? Number.NaN : Date.parse(now) - Date.parse(seenAt);
  return sinceMs >= 0 ? Math.max(0, windowMs - sinceMs) : windowMs;
}
