import { describe, expect, test } from "vitest";
import type {
  ChangeAction,
  Change,
  Diagnostic,
  RunResult,
  StepAction,
  StepReport,
  StepResult,
} from "../model/index.js";
import {
  isRefused,
  needsAnotherRound,
  resultOfRun,
  slowestOf,
  summaryOf,
  type AppliedFacts,
  type RoundFacts,
} from "./decide-run.js";

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

const changes = (...actions: readonly ChangeAction[]) => actions.map((action) => ({ action }) as Change);
const problem = (severity: Diagnostic["severity"]) => ({ severity }) as Diagnostic;
const nothing: AppliedFacts = { reports: [], diagnostics: [], unplanned: [] };

test.each<[actions: ChangeAction[], continueOnError: boolean, isRefresh: boolean, refused: boolean]>([
  [["create", "update"], false, false, false],
  [["create", "failed"], false, false, true],
  [["create", "failed"], true, false, false],
  [["refresh", "failed"], false, true, false],
])(
  "a plan of %s is refused (continue on error: %s, refresh: %s): %s",
  (actions, continueOnError, isRefresh, refused) => {
    expect(isRefused({ changes: changes(...actions) }, { continueOnError, isRefresh })).toBe(refused);
  },
);

describe("another round", () => {
  const open: RoundFacts = {
    plan: { changes: changes("create"), held: [] },
    applied: { ...nothing, unplanned: ["a"] },
    isStopped: false,
    round: 1,
    rounds: 2,
  };
  const undetermined = { changes: changes("same", "undetermined"), held: [] };
  test.each<[situation: string, facts: Partial<RoundFacts>, isNeeded: boolean]>([
    ["for what was not planned", {}, true],
    ["for what is undetermined", { applied: nothing, plan: undetermined }, true],
    ["not if nothing is left", { applied: nothing }, false],
    ["not after the last one", { round: 2 }, false],
    ["not if it was told to stop", { isStopped: true }, false],
    ["not after an error", { applied: { ...open.applied, diagnostics: [problem("error")] } }, false],
    ["not if a callback made resources again", { applied: { ...open.applied, isRemade: true } }, false],
    ["after a warning", { applied: { ...open.applied, diagnostics: [problem("warning")] } }, true],
    ["not if something is held back", { plan: { ...undetermined, held: [problem("error")] } }, false],
  ])("%s", (_, facts, isNeeded) => {
    expect(needsAnotherRound({ ...open, ...facts })).toBe(isNeeded);
  });
});

describe("a run", () => {
  test.each<[situation: string, applied: AppliedFacts | undefined, isInterrupted: boolean, RunResult]>([
    ["with nothing to do", nothing, false, "succeeded"],
    ["whose last step ended when it was told to stop", nothing, true, "succeeded"],
    ["with a warning", { ...nothing, diagnostics: [problem("warning")] }, false, "succeeded"],
    [
      "with a step that was not needed",
      { ...nothing, reports: [report("a", "update", "skipped")] },
      false,
      "succeeded",
    ],
    ["with an error", { ...nothing, diagnostics: [problem("error")] }, false, "failed"],
    ["with a step that failed", { ...nothing, reports: [report("a", "update", "failed")] }, false, "failed"],
    [
      "with a step that has no answer",
      { ...nothing, reports: [report("a", "update", "uncertain")] },
      false,
      "failed",
    ],
    [
      "that was stopped",
      { ...nothing, reports: [report("a", "update", "not-started")] },
      true,
      "interrupted",
    ],
    ["with more to plan", { ...nothing, unplanned: ["a"] }, false, "failed"],
    ["that was refused", undefined, false, "failed"],
    ["that was left", undefined, true, "interrupted"],
  ])("%s", (_, applied, isInterrupted, result) => {
    expect(resultOfRun(applied, isInterrupted)).toBe(result);
  });
});
