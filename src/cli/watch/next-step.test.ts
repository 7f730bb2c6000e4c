import { describe, expect, test } from "vitest";
import { nextStep, type WatchAction, type WatchFact, type WatchState } from "./next-step.js";

const waiting: WatchState = { kind: "waiting" };
const planning: WatchState = { kind: "planning" };
const superseded: WatchState = { kind: "superseded" };
const applying: WatchState = { kind: "applying", isStale: false };
const stale: WatchState = { kind: "applying", isStale: true };
const leavingPlan = (interruptions: number): WatchState => ({
  kind: "leaving",
  wasApplying: false,
  interruptions,
});
const leavingApply = (interruptions: number): WatchState => ({
  kind: "leaving",
  wasApplying: true,
  interruptions,
});
const left = (exitCode: number): WatchState => ({ kind: "left", exitCode });

const saved: WatchFact = { kind: "saved" };
const asked: WatchFact = { kind: "asked" };
const interrupted: WatchFact = { kind: "interrupted" };
const ended = (exitCode: number): WatchFact => ({ kind: "ended", exitCode });

const table: readonly (readonly [
  what: string,
  before: WatchState,
  fact: WatchFact,
  after: WatchState,
  action?: WatchAction,
])[] = [
  ["a save begins a round", waiting, saved, planning, "start"],
  ["a save while a plan is made makes another", planning, saved, superseded, "supersede"],
  ["one more save changes nothing about that", superseded, saved, superseded],
  ["which begins when the first has ended", superseded, ended(130), planning, "start"],
  ["a plan that is shown is waited after", planning, ended(0), waiting],
  ["also one that failed", planning, ended(1), waiting],
  ["a round may apply what it planned", planning, asked, applying, "allow"],
  ["unless that is not what is on the disk", superseded, asked, superseded],
  ["or someone leaves", leavingPlan(1), asked, leavingPlan(1)],
  ["a save while it applies disturbs nothing", applying, saved, stale],
  ["nor do further ones", stale, saved, stale],
  ["and is planned when it has ended", stale, ended(0), planning, "start"],
  ["also badly", stale, ended(1), planning, "start"],
  ["without one it is waited", applying, ended(0), waiting],
  ["who leaves while nothing runs has left", waiting, interrupted, left(0)],
  ["a plan is told", planning, interrupted, leavingPlan(1), "interrupt"],
  ["so is one that was to end anyway", superseded, interrupted, leavingPlan(1), "interrupt"],
  ["and has nothing to finish", leavingPlan(1), interrupted, leavingPlan(2), "kill"],
  ["nothing has failed then", leavingPlan(1), ended(130), left(0)],
  ["an apply is told", applying, interrupted, leavingApply(1), "interrupt"],
  ["also when a save came since", stale, interrupted, leavingApply(1), "interrupt"],
  ["twice", leavingApply(1), interrupted, leavingApply(2), "interrupt"],
  ["and then ended", leavingApply(2), interrupted, leavingApply(3), "kill"],
  ["it says how it ended", leavingApply(1), ended(130), left(130)],
  ["which may be well", leavingApply(1), ended(0), left(0)],
  ["a save does not keep who leaves", leavingApply(1), saved, leavingApply(1)],
  ["nor who leaves a plan", leavingPlan(1), saved, leavingPlan(1)],
  ["who has left hears nothing", left(0), interrupted, left(0)],
];

describe("what a watcher does next", () => {
  test.each(table.map((row) => [row[0], row] as const))("%s", (_, [, before, fact, after, action]) => {
    expect(nextStep(before, fact)).toEqual({ state: after, ...(action && { action }) });
  });
});
