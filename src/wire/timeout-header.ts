/** Returns the `grpc-timeout` header for a time in milliseconds, rounded up to what its eight digits can hold. */
export function formatTimeout(milliseconds: number): string {
  for (const { unit, factor } of units) {
    const amount = Math.ceil(milliseconds / factor);
    if (amount <= most) return `${Math.max(amount, 0)}${unit}`;
  }
  return `${most}H`;
}

/** Reads a `grpc-timeout` header as milliseconds; undefined if it is malformed. */
export function parseTimeout(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,8})([HMSmun])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(amount) * (unitMs[unit] as number);
}

const most = 99_999_999;

const unitMs: { readonly [unit: string]: number } = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

const units = ["m", "S", "M", "H"].map((unit) => ({ unit, factor: unitMs[unit] as number }));
