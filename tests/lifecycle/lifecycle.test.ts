import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { areas } from "./areas.js";
import { lifecyclePage, testsIn } from "./lifecycle-page.js";
import { readTestFiles } from "./test-files.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = readTestFiles(root);

test("every file that an area names exists, and every file of scenarios belongs to an area", () => {
  const named = areas.flatMap(({ tests }) => tests);
  expect(named.filter((file) => !files.has(file))).toEqual([]);
  const scenarios = readdirSync(`${root}/tests/scenarios`).map((file) => `scenarios/${file}`);
  expect(scenarios.filter((file) => !named.includes(file))).toEqual([]);
});

test("every area has tests, and none is named twice", () => {
  for (const { tests } of areas) expect(tests.some((file) => testsIn(files.get(file)) > 0)).toBe(true);
  const named = areas.flatMap(({ tests }) => tests);
  expect(new Set(named).size).toBe(named.length);
});

test("tests are counted where they begin", () => {
  expect(testsIn(`scenario("a", f);\n  test("b", f);\ntest.each([1])("c", f);\n// scenario\nattest(x)`)).toBe(
    3,
  );
});

test("docs/lifecycle.md shows them (npm run docs:lifecycle)", () => {
  expect(readFileSync(`${root}/docs/lifecycle.md`, "utf8")).toBe(lifecyclePage(files));
});
