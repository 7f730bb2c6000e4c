/** The moment that a text means: so long before now (`10m`), or a time in ISO 8601. Nothing if it means none. */
export function parseTime(text: string, now: Date): Date | undefined {
  const ago = parseDuration(text);
  if (ago === undefined && !/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return undefined;
  const moment = ago === undefined ? new Date(text) : new Date(now.getTime() - ago);
  // There are no times before the year 271,821 before Christ.
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** So many milliseconds: `30s`, `10m`, `2h`, `7d`. Nothing if a text means none. */
export function parseDuration(text: string): number | undefined {
  const found = /^(\d{1,9})(s|m|h|d)$/.exec(text);
  return found === null ? undefined : Number(found[1]) * milliseconds[found[2] as TimeUnit];
}

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
type TimeUnit = keyof typeof milliseconds;
