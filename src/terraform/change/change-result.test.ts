import { describe, expect, it } from "vitest";
import { mayHaveChanged, resultOfChange, type ChangeAnswer, type ChangeResult } from "./change-result.js";

describe("resultOfChange", () => {
  const answer = (state: ChangeAnswer["state"], errors: readonly string[] = [], wasStopped = false) => ({
    state,
    errors,
    wasStopped,
  });

  it.each<[string, ChangeAnswer, create: ChangeResult, update: ChangeResult]>([
    ["a state", answer("known"), "done", "done"],
    ["a state with unknown parts", answer("unknowns"), "incomplete", "incomplete"],
    ["nothing at all", answer("null"), "unclear", "unclear"],
    ["an error with a state", answer("known", ["no quota"]), "incomplete", "unchanged-or-partly"],
    ["an error with unknown parts", answer("unknowns", ["no quota"]), "incomplete", "unchanged-or-partly"],
    ["an error without a state", answer("null", ["no quota"]), "nothing", "unchanged-or-partly"],
    ["an error after a stop", answer("null", ["no quota"], true), "unclear", "unchanged-or-partly"],
    ["a deadline", answer("null", ["context deadline exceeded"]), "unclear", "unchanged-or-partly"],
    ["a timeout", answer("null", ["i/o timeout"]), "unclear", "unchanged-or-partly"],
    ["an end of input", answer("null", ["unexpected EOF"]), "unclear", "unchanged-or-partly"],
    ["a reset", answer("null", ["read: connection reset by peer"]), "unclear", "unchanged-or-partly"],
    ["a closed pipe", answer("null", ["write: broken pipe"]), "unclear", "unchanged-or-partly"],
    ["a gateway", answer("null", ["status 503"]), "unclear", "unchanged-or-partly"],
    ["the second of two errors", answer("null", ["first", "HTTP 502"]), "unclear", "unchanged-or-partly"],
    ["another status", answer("null", ["status 403"]), "nothing", "unchanged-or-partly"],
    ["a number with these digits", answer("null", ["port 15030 is taken"]), "nothing", "unchanged-or-partly"],
  ])("%s", (_, given, create, update) => {
    expect([resultOfChange("create", given), resultOfChange("update", given)]).toEqual([create, update]);
  });
});

it.each([
  ["Unknown", 2, true],
  ["InvalidArgument", 3, false],
  ["DeadlineExceeded", 4, true],
  ["PermissionDenied", 7, false],
  ["ResourceExhausted", 8, true],
  ["FailedPrecondition", 9, false],
  ["Unimplemented", 12, false],
  ["Internal", 13, true],
  ["Unavailable", 14, true],
  ["Unauthenticated", 16, false],
])("a call that ended with %s may have changed something: %s %s", (_, code, expected) => {
  expect(mayHaveChanged(code)).toBe(expected);
});
