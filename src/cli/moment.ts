/** The moment that a text means: so long before now (`10m`), or a time in ISO 8601. Nothing if it means none. */
export function momentOf(text: string, now: Date): Date | undefined {
  const ago = /^(\d{1,9})(s|m|h|d)$/.exec(text);
  if (ago === null && !/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return undefined;
  const moment =
    ago === null ? new Date(text) : new Date(now.getTime() - Number(ago[1]) * milliseconds[ago[2] as Unit]);
  // There are no times before the year 271,821 before Christ.
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
type Unit = keyof typeof milliseconds;
