import { expect, test } from "vitest";
import type { StepReport } from "../../apply/index.js";
import type { StepAction, StepResult } from "../../model/index.js";
import { slowestOf, summaryOf } from "./run-summary.js";

function report(name: string, action: StepAction, result: StepResult, durationMs?: number): StepReport {
  return {
    step: { id: `${action} ${name}`, action, urn: name, after: [], replacement: false },
    result,
    diagnostics: [],
    ...(durationMs !== undefined && { durationMs }),
  };
}

const reports = [
  report("a", "create", "done", 10.4),
  report("b", "update", "failed", 99.6),
  report("c", "confirm", "done", 500),
  report("d", "delete", "not-started"),
  report("e", "create", "done", 11),
  report("f", "create", "not-started", 700),
];

test("steps are counted by what was done, and by what was not", () => {
  expect(summaryOf(reports)).toEqual({ create: 2, failed: 1, "not-started": 2 });
});

test("the slowest come first; what was only checked or not begun is none", () => {
  expect(slowestOf(reports)).toEqual([
    { urn: "b", action: "update", result: "failed", durationMs: 100 },
    { urn: "e", action: "create", result: "done", durationMs: 11 },
    { urn: "a", action: "create", result: "done", durationMs: 10 },
  ]);
  expect(slowestOf(reports, 1).map(({ urn }) => urn)).toEqual(["b"]);
});
