import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { performancePage } from "../../bench/report/performance-page.js";
import { barRows, finerRows, type Performance } from "../../bench/report/performance.js";
import { cellsOf, formatTable, isMet, type BenchRow } from "../../scripts/bench-table.js";

const root = new URL("../..", import.meta.url).pathname;
const slow: BenchRow = {
  id: "P1",
  work: "a plan",
  unit: "ms",
  measured: 500,
  best: 300,
  floor: 100,
  bestFloor: 100,
  bar: { atMost: 4, of: "ratio" },
};

describe("whether a target is met", () => {
  test.each<[BenchRow, boolean | undefined]>([
    [slow, false],
    [{ ...slow, measured: 400 }, true],
    [{ ...slow, bar: { atMost: 400, of: "over" } }, true],
    [{ ...slow, bar: { atMost: 499, of: "measured" } }, false],
    [{ ...slow, floor: 4000, bar: { atLeast: 8, of: "speed-up" } }, true],
    [{ ...slow, floor: 3999, bar: { atLeast: 8, of: "speed-up" } }, false],
    [{ work: "a plan", unit: "ms", measured: 500 }, undefined],
    [{ work: "a plan", unit: "ms", bar: { atMost: 4, of: "ratio" }, note: "too slow to wait for" }, false],
    [{ work: "a plan", unit: "ms", measured: 500, bar: { atMost: 4, of: "ratio" } }, false],
  ])("%j: %s", (row, met) => {
    expect(isMet(row)).toBe(met);
  });
});

test.each<[BenchRow, Partial<ReturnType<typeof cellsOf>>]>([
  [slow, { measured: "500 ms", floor: "100 ms", ratio: "5×", best: "3×", target: "≤ 4×", met: "✗" }],
  [
    { ...slow, floor: 17_840.4, against: "terraform 1.11.4", bar: { atLeast: 8, of: "speed-up" } },
    { floor: "17,840 ms terraform 1.11.4", ratio: "35.7× faster", target: "≥ 8× faster", met: "✓" },
  ],
  [
    { work: "heap", unit: "KiB", measured: 5.126, floor: 1, bar: { atMost: 5, of: "over" } },
    { measured: "5.13 KiB", ratio: "4.13 KiB over", target: "≤ 5 KiB over", met: "✓" },
  ],
  [
    { work: "packages", unit: "", measured: 11, syncsPerSecond: 2345.6 },
    { measured: "11", ratio: "", met: "", "syncs/s": "2,346" },
  ],
])("a row as text: %j", (row, cells) => {
  expect(cellsOf(row)).toMatchObject(cells);
});

test("a table has the columns that are used, numbers to the right", () => {
  expect(formatTable([slow, { work: "start", unit: "ms", measured: 41.26 }])).toBe(
    [
      "id  work    measured   floor  ratio  best  target  met",
      "P1  a plan    500 ms  100 ms     5×    3×    ≤ 4×  ✗",
      "    start    41.3 ms",
    ].join("\n"),
  );
});

const sample: Performance = {
  version: "1.2.3",
  node: "20.0.0",
  processors: 2,
  syncsPerSecond: 2345.6,
  minutes: 12,
  peers: [
    { name: "terraform", version: "1.11.4" },
    { name: "tofu", missing: "not on the PATH" },
  ],
  benchmarks: [
    { name: "evaluate", rows: [{ work: "a callback", unit: "µs", measured: 1.5 }] },
    { name: "p8", rows: [{ id: "P8", work: "packages", unit: "", measured: 11 }] },
    { name: "p1", rows: [slow, { ...slow, work: "a | b", measured: 300 }] },
  ],
};

test("rows with a target are sorted by its id, the others are grouped by benchmark", () => {
  expect(barRows(sample.benchmarks).map(({ work }) => work)).toEqual(["a plan", "a | b", "packages"]);
  expect(finerRows(sample.benchmarks).map(({ name }) => name)).toEqual(["evaluate"]);
});

test("a page has every row, missing tools, and the number of targets that are met", () => {
  const page = performancePage(sample);
  expect(page).toContain("Version 1.2.3, Node 20.0.0, 2 processors, 2,346 durable writes");
  expect(page).toContain("1 of 2 targets are met.");
  expect(page).toContain("| P1 | a plan | 500 ms | 100 ms | 5× | 3× | ≤ 4× | ✗ |");
  expect(page).toContain("| a \\| b |");
  expect(page).toContain("- terraform 1.11.4\n- tofu: not on the PATH\n");
  expect(page).toContain("### evaluate\n\n| work | measured |\n|---|---:|\n| a callback | 1.5 µs |");
});

/** The results of the last full run, if there was one. */
const written = [`${root}/docs/performance.json`].filter((path) => existsSync(path));

test.each(written)("the page has the results of the last full run: %s", (path) => {
  const found = JSON.parse(readFileSync(path, "utf8")) as Performance;
  expect(readFileSync(`${root}/docs/performance.md`, "utf8")).toBe(performancePage(found));
});
