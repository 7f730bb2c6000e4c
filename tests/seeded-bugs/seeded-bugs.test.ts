import { existsSync, readFileSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { chosenMutant } from "../mutants/chosen-mutant.js";
import { fixedStories } from "../simulation/story/fixed-stories.js";
import { redIn, type Report } from "./first-red.js";
import { listedBugs } from "./listed-bugs.js";
import { ownBugs } from "./own-bugs.js";
import { foldersOfLayers, type AppliedBug } from "./seeded-bug.js";

const bugs = [...listedBugs, ...ownBugs];
const applied = bugs.filter((each): each is AppliedBug => "mutant" in each);

test("every one of the list is there once, and so are those of our own", () => {
  expect(listedBugs.map(({ bug }) => bug)).toEqual(names);
  expect(ownBugs.length).toBeGreaterThanOrEqual(12);
  expect(new Set(bugs.map(({ bug }) => bug)).size).toBe(bugs.length);
});

test("what cannot be made today says why", () => {
  const reasons = bugs.flatMap((each) => ("doesNotApply" in each ? [each.doesNotApply] : []));
  expect(reasons.filter((reason) => !/^[A-Z].{30,}\.$/.test(reason))).toEqual([]);
});

describe.each(applied)("$bug", ({ mutant, caughtBy }) => {
  test("is made by a mutant, with which the engine is still a program", async () => {
    const { path, text } = chosenMutant(mutant)!;
    expect(text).not.toBe(readFileSync(path, "utf8"));
    await expect(transform(text, { loader: "ts" })).resolves.toMatchObject({ warnings: [] });
  });

  test("is caught by something that is there, in its layer", () => {
    if ("story" in caughtBy) expect(Object.keys(fixedStories)).toContain(caughtBy.story);
    if (!("file" in caughtBy)) return;
    expect(existsSync(caughtBy.file)).toBe(true);
    const folders = foldersOfLayers[caughtBy.layer];
    expect(folders.some((folder) => caughtBy.file.startsWith(folder))).toBe(true);
  });
});

describe("a report", () => {
  const report = (
    tests: readonly (readonly [status: string, message?: string])[],
    status = "failed",
  ): Report => ({
    testResults: [
      {
        name: "some.test.ts",
        status,
        message: "It cannot be loaded.",
        assertionResults: tests.map(([each, message = ""], index) => ({
          status: each,
          fullName: `test ${index + 1}`,
          failureMessages: [message],
        })),
      },
    ],
  });

  test("of a test that found something wrong names it", () => {
    expect(redIn(report([["passed"], ["failed", "AssertionError: expected 1 to be 2"]]))).toBe("test 2");
    expect(redIn(report([["failed", "Error: State has bucket logs, and the cloud does not."]]))).toBe(
      "test 1",
    );
  });

  test("in which all is green names none", () => {
    expect(redIn(report([["passed"], ["skipped"]], "passed"))).toBeUndefined();
  });

  test.each<[string, Report, string]>([
    ["of what cannot be loaded", report([]), "some.test.ts: It cannot be loaded."],
    ["of a hook that fails", report([["skipped"]]), "some.test.ts: It cannot be loaded."],
    ["of one that took too long", report([["failed", "Error: STACK_TRACE_ERROR\n  at task"]]), "out of time"],
    ["of one that waited too long", report([["failed", "Error: Time passed."]]), "out of time"],
    ["without tests", report([["skipped"]], "passed"), "no such tests"],
  ])("%s is no sign that a mistake was noticed", (_, found, said) => {
    expect(() => redIn(found)).toThrow(said);
  });
});

test("npm run seeded-bugs makes them", () => {
  expect(readFileSync("package.json", "utf8")).toContain('"seeded-bugs": ');
});

const names = [
  "intent not fsynced",
  "call before intent",
  "key rebuilt on retry",
  "key without generation",
  "outcome error swallowed",
  "projection outside the transaction",
  "403 treated as absent",
  "single not-found accepted",
  "lookup before deadline",
  "old plugin not awaited",
  "`<=` in epoch check",
  "unconditional head put",
  "lease by wall clock",
  "unlock without owner check",
  "AAD without URN",
  "AAD without path",
  "nonce reused",
  "redactor skips old value",
  "redactor skips errors",
  "plan not bound to head",
  "plan expiry ignored",
  "doomed row dropped",
  "delete order reversed",
  "EPIPE ends apply",
  "spill replay without opId",
  "tar link accepted",
  "Host check skipped on GET",
  "lock-file hash checked at install only",
];
