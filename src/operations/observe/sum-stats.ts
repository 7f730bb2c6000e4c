import type { Stats } from "../../provider/index.js";
import { JSON } from "../../std/plain-json.js";

/** Counters added up: those of one name and one unit are one. The same name in another unit stands beside it. */
export function sumStats(all: readonly Stats[]): Stats {
  const sums = new Map<string, { readonly name: string; readonly unit: string | undefined; value: number }>();
  for (const stats of all) {
    for (const [name, counter] of Object.entries(stats)) {
      const { value, unit } = typeof counter === "number" ? { value: counter, unit: undefined } : counter;
      const key = JSON.stringify([name, unit]);
      const sum = sums.get(key);
      if (sum === undefined) sums.set(key, { name, unit, value });
      else sum.value += value;
    }
  }
  const units = new Map<string, number>();
  for (const { name } of sums.values()) units.set(name, (units.get(name) ?? 0) + 1);
  return Object.fromEntries(
    [...sums.values()].map(({ name, unit, value }) => [
      units.get(name) === 1 ? name : `${name} (${unit ?? "count"})`,
      unit === undefined ? value : { value, unit },
    ]),
  );
}
