import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../model/index.js";
import { findResource, findResources, matchesPattern, type NamedResource } from "./find-resource.js";

const urn = (name: string, type = "cloud:index:Bucket") => `urn:pulumi:dev::shop::${type}::${name}`;

const resources: readonly NamedResource[] = [
  {
    urn: urn("logs"),
    name: "logs",
    type: "cloud:index:Bucket",
    id: "b-1",
    moniker: "dev:shop:main:logs",
    formerMoniker: "dev:shop:x",
  },
  { urn: urn("logs", "cloud:index:Site"), name: "logs", type: "cloud:index:Site", id: "s-1" },
  { urn: urn("b-1"), name: "b-1", type: "cloud:index:Bucket", id: "b-2" },
  { urn: urn("a*b"), name: "a*b", type: "cloud:index:Bucket" },
  { urn: urn("a-b"), name: "a-b", type: "cloud:index:Bucket" },
];

describe("a text calls", () => {
  test.each<[string, string, readonly string[]]>([
    ["one by its URN", urn("logs"), [urn("logs")]],
    ["one by its moniker of before", "dev:shop:x", [urn("logs")]],
    ["one by its moniker", "dev:shop:main:logs", [urn("logs")]],
    ["one by its id", "s-1", [urn("logs", "cloud:index:Site")]],
    ["all of a name", "logs", [urn("logs"), urn("logs", "cloud:index:Site")]],
    ["what has it as its name and what has it as its id", "b-1", [urn("logs"), urn("b-1")]],
    ["a name that looks like a pattern", "a*b", [urn("a*b")]],
    ["a pattern over names", "a*", [urn("a*b"), urn("a-b")]],
    ["a pattern over URNs", "*::cloud:index:Site::*", [urn("logs", "cloud:index:Site")]],
    ["a pattern over ids", "s-*", [urn("logs", "cloud:index:Site")]],
    ["nothing", "other", []],
    ["nothing by a pattern", "other*", []],
  ])("%s", (_, text, expected) => {
    expect(findResources(text, resources).map((each) => each.urn)).toEqual(expected);
  });
});

describe("one is wanted", () => {
  test("and found", () => {
    expect(findResource("s-1", resources).type).toBe("cloud:index:Site");
  });

  test.each([
    ["none is there", "other", "plan/no-such-resource"],
    ["several are", "logs", "plan/ambiguous-resource"],
  ])("%s", (_, text, code) => {
    const diagnostics = refusal(() => findResource(text, resources));
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  test("what may have been meant is listed", () => {
    const [diagnostic] = refusal(() => findResource("a_b", resources));
    expect(diagnostic!.related).toMatchObject([{ resource: urn("a*b") }]);
  });

  test("several are listed", () => {
    const [diagnostic] = refusal(() => findResource("logs", resources));
    expect(diagnostic?.related?.map(({ resource }) => resource)).toEqual([
      urn("logs"),
      urn("logs", "cloud:index:Site"),
    ]);
  });
});

test.each<[string, string, boolean]>([
  ["*", "", true],
  ["*", "anything", true],
  ["a*", "abc", true],
  ["a*", "bac", false],
  ["*c", "abc", true],
  ["a*c", "ac", true],
  ["ab*ba", "aba", false],
  ["a*b*c", "a-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["a**c", "abc", true],
  ["abc", "abc", true],
  ["abc", "abcd", false],
  ["a.c", "abc", false],
])("%s and %s", (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics;
    throw error;
  }
  return [];
}
