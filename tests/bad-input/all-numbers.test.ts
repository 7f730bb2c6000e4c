import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The list of bad inputs goes as far as this. */
const last = 104;

test("every bad input of the list is tried, shown elsewhere, or does not apply for a reason that is told", () => {
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const files = ["assets.json", ...readdirSync(here("corpus")).map((file) => `corpus/${file}`)];
  const entries = files.flatMap(
    (file) =>
      (JSON.parse(readFileSync(here(file), "utf8")) as { readonly entries: readonly Entry[] }).entries,
  );
  const numbers = new Set(entries.map(({ id }) => id.split(" ")[0]!));
  const list = Array.from({ length: last }, (_, index) => `B${String(index + 1).padStart(2, "0")}`);
  expect([...numbers].filter((number) => !list.includes(number))).toEqual([]);
  expect(list.filter((number) => !numbers.has(number))).toEqual([]);
  const reasons = entries.flatMap(({ doesNotApply }) => doesNotApply ?? []);
  expect(reasons.filter((reason) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
});

interface Entry {
  readonly id: string;
  readonly doesNotApply?: string;
}
