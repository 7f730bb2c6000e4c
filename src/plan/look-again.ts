/** An answer of an eventually consistent service. */
export interface DoubtfulAnswer {
  /** How long the answer is considered doubtful, from the first request. */
  readonly windowMs: number;
  /** Time since the first request. */
  readonly waitedMs: number;
}

/**
 * Returns the delay before the next request; undefined once the answer is final. Requests are frequent at first,
 * because most replicas catch up quickly, and then less and less frequent.
 */
export function lookAgainAfter({ windowMs, waitedMs }: DoubtfulAnswer): number | undefined {
  const leftMs = windowMs - waitedMs;
  return leftMs > 0 ? Math.min(leftMs, Math.max(soonestMs, waitedMs)) : undefined;
}

const soonestMs = 1000;

/** The time of an object's last change, and the current time; both in ISO 8601. */
export interface LastChange {
  /** How long after a change the service may return stale data. */
  readonly windowMs: number;
  /** Undefined if state does not know it. */
  readonly changedAt: string | undefined;
  readonly now: string;
}

/**
 * Returns how long a read that differs from the last change may still be stale; zero if it is drift. If the change
 * is in the future, the clock was set back and its age is unknown: it counts as just made.
 */
export function staleForMs({ windowMs, changedAt, now }: LastChange): number {
  if (changedAt === undefined) return 0;
  const sinceMs = Date.parse(now) - Date.parse(changedAt);
  if (Number.isNaN(sinceMs)) return 0;
  return Math.min(windowMs, Math.max(0, windowMs - sinceMs));
}

/**
 * The last sign of life of a run that may have sent a create, and the start of the run that resolves it; both in
 * ISO 8601.
 */
export interface LastSign {
  /** How long after that the create may still take effect. */
  readonly windowMs: number;
  /** Undefined if it is unknown. */
  readonly seenAt: string | undefined;
  readonly now: string;
}

/**
 * Returns how long a create that was not found may still take effect. Never more than the window: if the sign of
 * life is in the future, the clock was set back and it counts as current.
 */
export function lateForMs({ windowMs, seenAt, now }: LastSign): number {
  const sinceMs = seenAt === undefined ? Number.NaN : Date.parse(now) - Date.parse(seenAt);
  return sinceMs >= 0 ? Math.max(0, windowMs - sinceMs) : windowMs;
}
