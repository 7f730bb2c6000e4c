import type { BenchOptions } from "../../scripts/bench-table.js";

/** Those that are not larger than what is asked for; the smallest at least. */
export function sizesUpTo({ largest }: BenchOptions, sizes: readonly number[]): readonly number[] {
  return [...new Set(sizes.map((size) => Math.min(size, largest)))];
}

/** As people write a number of resources. */
export function count(value: number): string {
  return value.toLocaleString("en");
}
