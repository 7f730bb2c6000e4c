import { expect, test } from "vitest";
import type { RunSummary } from "../model/index.js";
import { plainLook } from "./look.js";
import { runSummaryText } from "./run-summary-text.js";

test.each<[string, RunSummary]>([
  ["Nothing had to be done.\n", {}],
  ["3 created.\n", { create: 3 }],
  ["1 created, 2 updated, 1 deleted.\n", { delete: 1, update: 2, create: 1, failed: 0 }],
  ["1 updated, 1 failed, 4 not started.\n", { update: 1, failed: 1, "not-started": 4 }],
])("what a run has done: %j", (text, summary) => {
  expect(runSummaryText(summary)).toBe(text);
});

test("no wider than the terminal, and what failed is seen", () => {
  const paint = (style: string, text: string) => (style === "error" ? text.toUpperCase() : text);
  expect(runSummaryText({ create: 10, failed: 2 }, { ...plainLook, width: 16, paint })).toBe(
    "10 created,\n2 FAILED.\n",
  );
});
