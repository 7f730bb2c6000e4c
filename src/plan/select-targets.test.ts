import { describe, expect, test } from "vitest";
import { selectTargets, type Selectable, type SelectionRequest } from "./select-targets.js";

const urnOf = (name: string) => `urn:pulumi:dev::shop::cloud:index:Bucket::${name}`;

function resource(name: string, needs: readonly string[] = [], more: Partial<Selectable> = {}): Selectable {
  return {
    urn: urnOf(name),
    name,
    type: "cloud:index:Bucket",
    key: name,
    kind: "custom",
    isInProgram: true,
    parent: undefined,
    needs,
    ...more,
  };
}

/**
 *  own ◄── a ◄── b ◄── c      group ─┬─ inner ─── leaf (in inner)
 *  (provider)                        └─ x ──► a
 */
const candidates: readonly Selectable[] = [
  resource("own", [], { kind: "provider" }),
  resource("a", ["own"], { id: "i-1", moniker: "dev#gid" }),
  resource("b", ["a"]),
  resource("c", ["b"]),
  resource("group", [], { kind: "component" }),
  resource("inner", [], { kind: "component", parent: "group" }),
  resource("leaf", [], { parent: "inner" }),
  resource("x", ["a"], { parent: "group" }),
  resource("seen", [], { kind: "external" }),
  resource("y", ["seen"]),
  resource("former", ["a"], { isInProgram: false }),
];

test.each<[string, SelectionRequest, string, string]>([
  ["without a request everything", {}, "own a b c group inner leaf x seen y former", ""],
  ["no target at all: nothing", { targets: [] }, "", ""],
  ["a name, and the provider goes along", { targets: ["a"] }, "a", "own"],
  ["a URN", { targets: [urnOf("b")] }, "b", ""],
  ["an id", { targets: ["i-1"] }, "a", "own"],
  ["a moniker", { targets: ["dev#gid"] }, "a", "own"],
  ["a pattern over names", { targets: ["*e*"] }, "inner leaf seen former", "group"],
  ["a pattern over URNs", { targets: ["*::x"] }, "x", "group"],
  ["a component and all that is in it", { targets: ["group"] }, "group inner leaf x", ""],
  ["what a target is in goes along", { targets: ["leaf"] }, "leaf", "group inner"],
  ["what a target reads goes along", { targets: ["y"] }, "y", "seen"],
  ["dependents", { targets: ["b"], dependents: true }, "b c", ""],
  ["dependents, near and far", { targets: ["a"], dependents: true }, "a b c x former", "group own"],
  ["dependents of a provider", { targets: ["own"], dependents: true }, "own a b c x former", "group"],
  ["excluded", { excludes: ["a"] }, "own b c group inner leaf x seen y former", ""],
  [
    "excluded with dependents",
    { excludes: ["b"], dependents: true },
    "own a group inner leaf x seen y former",
    "",
  ],
  ["an excluded component", { excludes: ["group"] }, "own a b c seen y former", ""],
  ["excluded from targets", { targets: ["group"], excludes: ["x"] }, "group inner leaf", ""],
  ["what is excluded does not go along", { targets: ["a"], excludes: ["own"] }, "a", ""],
])("%s", (_title, request, chosen, along) => {
  const selection = selectTargets(candidates, request);
  expect([...selection.chosen].sort().join(" ")).toBe(chosen.split(" ").sort().join(" "));
  expect([...selection.along].sort().join(" ")).toBe(along);
  expect(selection.problems).toEqual([]);
});

test("one resource under two names is one: what state calls it means it too", () => {
  const renamed = [resource("old", ["own"], { key: "new" }), resource("new", ["a"])];
  const selection = selectTargets([...candidates, ...renamed], { targets: ["old"], replace: ["new"] });
  expect([...selection.chosen]).toEqual(["new"]);
  expect([...selection.along]).toEqual(["own"]);
  expect([...selection.replaced]).toEqual(["new"]);
  expect(selection.problems).toEqual([]);
});

describe("what is to be replaced", () => {
  test.each<[string, SelectionRequest, string]>([
    ["all that a pattern means and a provider manages", { replace: ["*"] }, "a b c leaf x y"],
    ["all that is in a component", { replace: ["group"] }, "x leaf"],
    ["of these, what may be touched", { targets: ["leaf"], replace: ["*e*"] }, "leaf"],
    ["what is excluded is not", { excludes: ["a"], replace: ["*"] }, "b c leaf x y"],
  ])("%s", (_title, request, replaced) => {
    const selection = selectTargets(candidates, request);
    expect([...selection.replaced].join(" ")).toBe(replaced);
    expect(selection.problems).toEqual([]);
  });
});

describe("a request that makes no sense", () => {
  const twins = [...candidates, resource("b", [], { key: "b2", urn: `${urnOf("b")}2` })];

  test.each<[string, SelectionRequest, string]>([
    ["a target that is nothing", { targets: ["nothing"] }, "plan/no-such-resource"],
    ["an exclusion that is nothing", { excludes: ["nothing"] }, "plan/no-such-resource"],
    ["a pattern that means nothing", { targets: ["nothing*"] }, "plan/no-such-resource"],
    ["a name of several", { targets: ["b"] }, "plan/ambiguous-resource"],
    ["a replacement of nothing", { replace: ["nothing"] }, "plan/no-such-resource"],
    ["a replacement of what leaves", { replace: ["former"] }, "plan/no-such-resource"],
    ["a replacement of what has no object", { replace: ["own"] }, "plan/not-replaceable"],
    ["a replacement of no target", { targets: ["a"], replace: ["c"] }, "plan/replace-not-targeted"],
  ])("%s", (_title, request, code) => {
    expect(selectTargets(twins, request).problems.map((each) => each.code)).toEqual([code]);
  });

  test("everything that is wrong is said at once", () => {
    const { problems } = selectTargets(candidates, { targets: ["no", "a", "none"], excludes: ["never"] });
    expect(problems).toHaveLength(3);
  });

  test("what may have been meant is named", () => {
    const { problems } = selectTargets(candidates, { targets: ["groop", "*innr*"] });
    expect(problems.map(({ related }) => related?.map((each) => each.resource))).toEqual([
      [urnOf("group")],
      [urnOf("inner")],
    ]);
  });
});
