import { expect, test } from "vitest";
import type { Stats } from "../../provider/index.js";
import { sumStats } from "./sum-stats.js";

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
