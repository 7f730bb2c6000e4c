import { describe, expect, test } from "vitest";
import { change, field, planOf } from "../../../tests/support/sample-plan.js";
import type { Change } from "../../model/index.js";
import { foldSiblings, likeness } from "./fold-siblings.js";
import { planTree, type PlanNode } from "./plan-tree.js";

const site = change("same", "site", { type: "shop:web:Site", kind: "component" });
const inner = change("same", "inner", { type: "shop:web:Inner", kind: "component", parent: site });

/** A line for each node: `+` where something happens to it, names indented by what they are in. */
function drawn(nodes: readonly PlanNode[], indent = ""): readonly string[] {
  return nodes.flatMap(({ shown, name, children }) => [
    `${indent}${shown === undefined ? "" : "+"}${name}`,
    ...drawn(children, `${indent}  `),
  ]);
}

describe("the tree of a plan", () => {
  test.each<[string, readonly Change[], readonly string[]]>([
    ["nothing changes", [site, inner, change("same", "a", { parent: inner })], []],
    [
      "only something inside changes",
      [site, inner, change("create", "a", { parent: inner })],
      ["site", "  inner", "    +a"],
    ],
    [
      "what leaves stands in what stays",
      [site, change("create", "b"), change("delete", "a", { parent: site })],
      ["+b", "site", "  +a"],
    ],
    ["the parent is not in the plan", [change("refresh", "a", { parent: inner })], ["inner", "  +a"]],
    [
      "an old object is removed beside the new one",
      [change("update", "a", { parent: site }), site, change("delete", "a", { parent: site })],
      ["site", "  +a", "  +a"],
    ],
    ["some are left out", [change("skip", "a", { before: {} }), change("skip", "b")], ["+b"]],
  ])("%s", (_, changes, lines) => {
    expect(drawn(planTree(planOf(...changes), false))).toEqual(lines);
  });

  test("what is only read is shown if all is wanted", () => {
    const plan = planOf(change("read", "a"), change("same", "b"));
    expect(drawn(planTree(plan, false))).toEqual([]);
    expect(drawn(planTree(plan, true))).toEqual(["+a"]);
  });
});

describe("what is alike is folded", () => {
  function folded(...changes: readonly Change[]): readonly string[] {
    return foldSiblings(planTree(planOf(...changes), false), likeness()).map((sibling) =>
      sibling.kind === "one" ? sibling.node.name : `${sibling.nodes.length} more`,
    );
  }
  const many = (count: number, make: (name: string) => Change) =>
    Array.from({ length: count }, (_, index) => make(`${index}`));
  const update = (name: string, property: string) =>
    change("update", name, {
      reasons: [{ kind: "fields", fields: [field(property)] }],
      before: {},
      after: { [property]: 1 },
    });

  test.each<[string, readonly Change[], readonly string[]]>([
    ["few are not", many(10, (name) => change("create", name)), many(10, created).map(({ name }) => name)],
    ["many are", many(11, (name) => change("create", name)), ["0", "1", "2", "8 more"]],
    [
      "in the place of the first",
      [change("delete", "x"), ...many(20, (name) => change("create", name)), change("delete", "y")],
      ["x", "0", "1", "2", "17 more", "y"],
    ],
    [
      "not with another type, action or property",
      [
        ...many(20, (name) => update(name, "size")),
        update("other", "label"),
        change("delete", "gone"),
        change("create", "typed", { type: "cloud:index:Queue" }),
      ],
      ["0", "1", "2", "17 more", "other", "gone", "typed"],
    ],
  ])("%s", (_, changes, shown) => {
    expect(folded(...changes)).toEqual(shown);
  });

  test("with what is in them, if that is alike too", () => {
    const box = (name: string, ...types: readonly string[]) => {
      const parent = change("same", name, { type: "shop:web:Box", kind: "component" });
      return [parent, ...types.map((type) => change("create", `${name}-${type}`, { type, parent }))];
    };
    const boxes = many(12, created).flatMap(({ name }) => box(name, "a:b:C", "a:b:D"));
    expect(folded(...boxes, ...box("swapped", "a:b:D", "a:b:C"), ...box("more", "a:b:C"))).toEqual([
      "0",
      "1",
      "2",
      "10 more",
      "more",
    ]);
  });
});

function created(name: string): Change {
  return change("create", name);
}
