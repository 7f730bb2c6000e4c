import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutate } from "./mutant.js";
import { mutants } from "./mutants/index.js";

test("there are enough mutants, and their names are their own", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(255);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test.each(mutants)("$name still fits the code", (mutant) => {
  const source = readFileSync(new URL(`../../${mutant.file}`, import.meta.url), "utf8");
  expect(mutate(source, mutant)).not.toBe(source);
});
