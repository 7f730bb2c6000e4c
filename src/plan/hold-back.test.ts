import { describe, expect, test } from "vitest";
import type { Reason } from "../model/index.js";
import { holdBack, type HoldFacts, isFailedQuestion, type LeavingObject } from "./hold-back.js";

const providerFailed: Reason = { kind: "provider-failed", why: ["no"] };

interface Facts {
  /** The resources that could not be planned, and after `held:` those that must not be touched. */
  readonly failed?: string;
  /** `b a`: b needs a. */
  readonly needs?: readonly string[];
  /** `x`, `x with y`, or `x failed`: x would leave, and goes with y, or could not be asked about. */
  readonly leaving?: readonly string[];
  /** `x y`: state has x, which needs y. */
  readonly recorded?: readonly string[];
}

function held({ failed = "", needs = [], leaving = [], recorded = [] }: Facts): readonly string[] {
  const recordedNeeds = new Map(recorded.map((line) => [line.split(" ")[0]!, line.split(" ").slice(1)]));
  const facts: HoldFacts = {
    failed: new Map(
      failed
        .split(" ")
        .filter((each) => each !== "")
        .map((each) => (each.startsWith("held:") ? [each.slice(5), undefined] : [each, providerFailed])),
    ),
    planned: needs.map((line) => ({ urn: line.split(" ")[0]!, needs: line.split(" ").slice(1) })),
    leaving: leaving.map((line): LeavingObject => {
      const [urn, how, other] = line.split(" ");
      return {
        key: `${urn}-1`,
        urn: urn!,
        ...(how === "with" && { goesWith: other! }),
        ...(how === "failed" && { failed: providerFailed }),
      };
    }),
    isRecorded: (urn) => recordedNeeds.has(urn),
    recordedNeeds: (urn) => recordedNeeds.get(urn) ?? [],
  };
  const found = holdBack(facts);
  return [...found.resources, ...found.leaving].map(([name, reason]) => `${name}: ${textOf(reason)}`);
}

function textOf(reason: Reason | undefined): string {
  if (reason === undefined) return "held";
  return "of" in reason ? `${reason.kind} ${reason.of}` : reason.kind;
}

describe("what could not be planned holds back", () => {
  test.each<[string, Facts, readonly string[]]>([
    ["nothing, where there is nothing", { needs: ["b a"], leaving: ["x"] }, []],
    ["itself", { failed: "a", needs: ["b c"] }, ["a: provider-failed"]],
    [
      "what needs it, near and far",
      { failed: "a", needs: ["b a", "c b", "d"] },
      ["a: provider-failed", "b: needs-failed a", "c: needs-failed b"],
    ],
    [
      "what needs it, although state has it",
      { failed: "a", needs: ["b a"], recorded: ["a", "b a"] },
      ["a: provider-failed", "b: needs-failed a"],
    ],
    [
      "each once",
      { failed: "a b", needs: ["c a b"] },
      ["a: provider-failed", "b: provider-failed", "c: needs-failed a"],
    ],
    [
      "what it needs that would leave, near and far",
      { failed: "a", leaving: ["x", "y", "z"], recorded: ["a x", "x y", "z"] },
      ["a: provider-failed", "x-1: needed-by-failed a", "y-1: needed-by-failed x"],
    ],
    [
      "what those need that are held back with it",
      { failed: "a", needs: ["b a"], leaving: ["x"], recorded: ["b x"] },
      ["a: provider-failed", "b: needs-failed a", "x-1: needed-by-failed b"],
    ],
    [
      "what goes with it",
      { leaving: ["x failed", "y with x", "z with y", "w"] },
      ["x-1: provider-failed", "y-1: needs-failed x", "z-1: needs-failed y"],
    ],
    [
      "no resource that goes ahead, for an object that it left behind",
      { needs: ["b a"], leaving: ["a failed"], recorded: ["a", "b a"] },
      ["a-1: provider-failed"],
    ],
    [
      "nothing that only depends on what leaves",
      { leaving: ["x failed", "y"], recorded: ["y x"] },
      ["x-1: provider-failed"],
    ],
  ])("%s", (_, facts, expected) => {
    expect(held(facts)).toEqual(expected);
  });
});

describe("what must not be touched holds back", () => {
  test.each<[string, Facts, readonly string[]]>([
    ["what cannot be recorded without it", { failed: "held:a", needs: ["b a"] }, ["a: held", "b: held"]],
    ["nothing that can name it", { failed: "held:a", needs: ["b a"], recorded: ["a"] }, ["a: held"]],
    ["what it needs", { failed: "held:a", leaving: ["x"], recorded: ["a x"] }, ["a: held", "x-1: held"]],
    [
      "what has failed for something else, which is told",
      { failed: "held:a b", needs: ["c b"] },
      ["a: held", "b: provider-failed", "c: needs-failed b"],
    ],
  ])("%s", (_, facts, expected) => {
    expect(held(facts)).toEqual(expected);
  });
});

test.each<[isFailed: boolean, code: string]>([
  [true, "provider/hook-failed"],
  [true, "provider/invalid-answer"],
  [true, "engine/no-answer"],
  [false, "provider/invalid-input"],
  [false, "provider/no-such-type"],
  [false, "provider/no-lookup"],
  [false, "provider/newer-state"],
  [false, "provider/invalid-setting"],
  [false, "engine/not-found"],
  [false, "engine/cycle"],
  [false, "engine/protected"],
  [false, "engine/plan-file-other-program"],
  [false, "program/callback-threw"],
])("%s: %s is a question that failed", (isFailed, code) => {
  expect(isFailedQuestion({ code })).toBe(isFailed);
});
