/** Parses a time: a duration before now (`10m`), or an ISO 8601 time. Returns undefined if it is neither. */
export function parseTime(text: string, now: Date): Date | undefined {
  const ago = parseDuration(text);
  if (ago === undefined && !/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return undefined;
  const moment = ago === undefined ? new Date(text) : new Date(now.getTime() - ago);
  // `Date` has no times before the year 271,821 BC.
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Parses a duration such as `30s`, `10m`, `2h` or `7d` to milliseconds. Returns undefined if it is none. */
export function parseDuration(text: string): number | undefined {
  const found = /^(\d{1,9})(s|m|h|d)$/.exec(text);
  return found === null ? undefined : Number(found[1]) * milliseconds[found[2] as TimeUnit];
}

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
type TimeUnit = keyof typeof milliseconds;
