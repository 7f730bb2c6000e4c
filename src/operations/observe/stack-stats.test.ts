import { expect, test } from "vitest";
import type { Stats } from "../../provider/index.js";
import type { RunRow } from "../../store/internal.js";
import { lastRunTimes, sumStats } from "./stack-stats.js";

test.each<[title: string, all: readonly Stats[], sum: Stats]>([
  ["nothing", [], {}],
  ["numbers of one name", [{ a: 1 }, { a: 2, b: 3 }], { a: 3, b: 3 }],
  [
    "with a unit",
    [{ size: { value: 1, unit: "B" } }, { size: { value: 2, unit: "B" } }],
    { size: { value: 3, unit: "B" } },
  ],
  [
    "never of two units",
    [{ size: { value: 1, unit: "B" } }, { size: { value: 2, unit: "KiB" } }, { size: 4 }],
    { "size (B)": { value: 1, unit: "B" }, "size (KiB)": { value: 2, unit: "KiB" }, "size (count)": 4 },
  ],
  ["names are data", [{ ["__proto__"]: 1 }, { ["__proto__"]: 2 }], { ["__proto__"]: 3 }],
])("%s", (_, all, sum) => {
  expect(sumStats(all)).toEqual(sum);
  expect(Object.keys(sumStats(all))).toEqual(Object.keys(sum));
});

const run = (runId: string, more: Partial<RunRow> = {}): RunRow => ({
  runId,
  epoch: 1,
  command: "apply",
  actor: "ana",
  begunAt: "2024-05-01T10:00:00.000Z",
  endedAt: "2024-05-01T10:00:03.400Z",
  ...more,
});
const slowest: NonNullable<RunRow["slowest"]> = [
  { urn: "urn:a", action: "create", result: "done", durationMs: 1 },
];

test("the last run that did something", () => {
  const history = [run("r-1", { slowest }), run("r-2", { slowest }), run("r-3")];
  expect(lastRunTimes(history)).toEqual({
    lastRun: {
      runId: "r-2",
      command: "apply",
      begunAt: "2024-05-01T10:00:00.000Z",
      durationMs: 3400,
      slowest,
    },
  });
});

test("of runs that did nothing, or whose times nobody wrote down, there is none", () => {
  expect(lastRunTimes([])).toEqual({});
  expect(lastRunTimes([run("r-1")])).toEqual({});
});

test("no run took less than no time, whatever became of the clock", () => {
  const history = [run("r-1", { slowest, endedAt: "2024-05-01T09:00:00.000Z" })];
  expect(lastRunTimes(history).lastRun?.durationMs).toBe(0);
});
