import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allStories } from "./all-stories.js";
import { columnNames } from "./columns.js";
import { matrixPage, testsOf } from "./matrix-page.js";
import { phaseNames } from "./phases.js";
import { untested } from "./untested.js";

const file = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

test("every phase has tests with every provider, or a reason why not", () => {
  const cells = phaseNames.flatMap((phase) => columnNames.map((column) => ({ phase, column })));
  const wrong = cells.filter(
    ({ phase, column }) => (testsOf(phase, column) === 0) === (untested[phase]?.[column] === undefined),
  );
  expect(wrong).toEqual([]);
});

test.each(Object.keys(allStories))("the stories of %s are run by its test file", (name) => {
  expect(file(`${name}.test.ts`)).toContain(`from "./stories/${name}.js"`);
  expect(file(`${name}.test.ts`)).toMatch(/^testStories\(/m);
});

test("docs/terraform-providers.md shows them (npm run docs:terraform)", () => {
  expect(file("../../../docs/terraform-providers.md")).toBe(matrixPage());
});
