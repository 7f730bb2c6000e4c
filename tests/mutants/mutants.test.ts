import { expect, test } from "vitest";
import { parseSyntax } from "../support/syntax.js";
import { mutate } from "./mutant.js";
import { mutants } from "./mutants/index.js";
import { readSources } from "./sources.js";

const sources = readSources();

test("there are enough mutants, and their names are their own", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(255);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test.each(mutants)("$name still applies", (mutant) => {
  const { path, text } = mutate(sources, mutant);
  expect(text).not.toBe(sources.text(path));
  expect(() => parseSyntax(path, text)).not.toThrow();
});
