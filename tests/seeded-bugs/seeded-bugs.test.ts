import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mutants } from "../mutants/mutants/index.js";
import { fixedStories } from "../simulation/fixed-stories.js";
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
  test("is made by a mutant", () => {
    expect(mutants.map(({ name }) => name)).toContain(mutant);
  });

  test("is caught by something that is there, in its layer", () => {
    if ("story" in caughtBy) expect(Object.keys(fixedStories)).toContain(caughtBy.story);
    if (!("file" in caughtBy)) return;
    expect(existsSync(caughtBy.file)).toBe(true);
    const folders = foldersOfLayers[caughtBy.layer];
    expect(folders.some((folder) => caughtBy.file.startsWith(folder))).toBe(true);
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
