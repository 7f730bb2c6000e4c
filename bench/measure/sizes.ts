import type { BenchOptions } from "../../scripts/bench-table.js";

/** Limits the sizes to the largest allowed size, without duplicates. */
export function sizesUpTo({ largest }: BenchOptions, sizes: readonly number[]): readonly number[] {
  return [...new Set(sizes.map((size) => Math.min(size, largest)))];
}

/** Formats a number of resources, such as 10,000. */
export function count(value: number): string {
  return value.toLocaleString("en");
}
