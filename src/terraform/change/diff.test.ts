import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { objects, schemas, shuffled } from "../../../tests/terraform/support/arbitraries.js";
import {
  block,
  blocks,
  computed,
  nested,
  objectOf,
  optional,
} from "../../../tests/terraform/support/schemas.js";
import {
  ctyUnknown,
  Dynamic,
  dynamicType,
  equalCty,
  numberType,
  stringType,
  type CtyPath,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import type { Block } from "../schema/index.js";
import { diffValues, type CtyDifference } from "./diff.js";

const strings = (kind: "list" | "set" | "map"): CtyType => ({ kind, element: stringType });
const thing = block({
  name: optional(),
  size: optional(numberType),
  list: optional(strings("list")),
  set: optional(strings("set")),
  map: optional(strings("map")),
  any: optional(dynamicType),
  rule: blocks("list", { port: optional(numberType), id: computed() }),
  label: blocks("set", { key: optional() }),
  door: nested("single", { key: optional() }),
});
const nothing = {
  name: null,
  size: null,
  list: null,
  set: null,
  map: null,
  any: null,
  rule: [],
  label: [],
  door: null,
};
const thingOf = (parts: Record<string, CtyValue>) => objectOf({ ...nothing, ...parts });
const at = (...steps: (string | number | { key: string })[]): CtyPath =>
  steps.map((step) =>
    typeof step === "string" ? { attribute: step } : typeof step === "number" ? { index: step } : step,
  );
const tuple = (...values: [CtyType, CtyValue][]) =>
  new Dynamic(
    { kind: "tuple", elements: values.map(([type]) => type) },
    values.map(([, value]) => value),
  );

type Case = [
  title: string,
  before: CtyValue,
  after: CtyValue,
  differences: [CtyPath, CtyDifference["kind"]][],
];

const cases: Case[] = [
  ["a create", null, thingOf({}), [[[], "add"]]],
  ["a delete", thingOf({}), null, [[[], "delete"]]],
  ["nothing", null, null, []],
  ["equal objects", thingOf({ name: "a" }), thingOf({ name: "a" }), []],
  ["an attribute", thingOf({ name: "a" }), thingOf({ name: "b" }), [[at("name"), "update"]]],
  ["a new value", thingOf({}), thingOf({ name: "" }), [[at("name"), "add"]]],
  ["a removed value", thingOf({ name: "a" }), thingOf({}), [[at("name"), "delete"]]],
  [
    "a value that becomes unknown",
    thingOf({ name: "a" }),
    thingOf({ name: ctyUnknown }),
    [[at("name"), "update"]],
  ],
  ["a new unknown value", thingOf({}), thingOf({ name: ctyUnknown }), [[at("name"), "add"]]],
  [
    "two unknown values",
    thingOf({ name: ctyUnknown }),
    thingOf({ name: ctyUnknown }),
    [[at("name"), "update"]],
  ],
  ["large numbers", thingOf({ size: 2n ** 63n }), thingOf({ size: 2n ** 63n }), []],
  [
    "lists by index",
    thingOf({ list: ["a", "b"] }),
    thingOf({ list: ["a", "c", "d"] }),
    [
      [at("list", 1), "update"],
      [at("list", 2), "add"],
    ],
  ],
  ["a shorter list", thingOf({ list: ["a", "b"] }), thingOf({ list: ["a"] }), [[at("list", 1), "delete"]]],
  ["null and an empty list", thingOf({}), thingOf({ list: [] }), [[at("list"), "add"]]],
  ["the order of a set", thingOf({ set: ["a", "b"] }), thingOf({ set: ["b", "a"] }), []],
  ["an element of a set", thingOf({ set: ["a"] }), thingOf({ set: ["a", "b"] }), [[at("set"), "update"]]],
  [
    "an unknown element of a set",
    thingOf({ set: ["a", ctyUnknown] }),
    thingOf({ set: ["a", ctyUnknown] }),
    [[at("set"), "update"]],
  ],
  [
    "maps by key",
    thingOf({ map: objectOf({ a: "1", b: "2", c: null }) }),
    thingOf({ map: objectOf({ b: "3", c: null, __proto: null }) }),
    [
      [at("map", { key: "a" }), "delete"],
      [at("map", { key: "b" }), "update"],
      [at("map", { key: "__proto" }), "add"],
    ],
  ],
  [
    "list blocks",
    thingOf({ rule: [objectOf({ port: 1, id: "x" })] }),
    thingOf({ rule: [objectOf({ port: 2, id: ctyUnknown }), objectOf({ port: 3, id: null })] }),
    [
      [at("rule", 0, "port"), "update"],
      [at("rule", 0, "id"), "update"],
      [at("rule", 1), "add"],
    ],
  ],
  [
    "set blocks",
    thingOf({ label: [objectOf({ key: "a" })] }),
    thingOf({ label: [objectOf({ key: "b" })] }),
    [[at("label"), "update"]],
  ],
  [
    "a nested attribute",
    thingOf({ door: objectOf({ key: "a" }) }),
    thingOf({ door: objectOf({ key: null }) }),
    [[at("door", "key"), "delete"]],
  ],
  [
    "equal dynamic values",
    thingOf({ any: tuple([stringType, "a"]) }),
    thingOf({ any: tuple([stringType, "a"]) }),
    [],
  ],
  [
    "parts of dynamic values",
    thingOf({ any: tuple([stringType, "1"], [stringType, "a"]) }),
    thingOf({ any: tuple([numberType, 1], [stringType, "a"]) }),
    [[at("any", 0), "update"]],
  ],
  [
    "empty dynamic values of other types",
    thingOf({ any: new Dynamic(strings("list"), []) }),
    thingOf({ any: new Dynamic({ kind: "list", element: numberType }, []) }),
    [[at("any"), "update"]],
  ],
  [
    "dynamic values of other kinds",
    thingOf({ any: tuple([stringType, "a"]) }),
    thingOf({ any: new Dynamic(strings("list"), ["a"]) }),
    [[at("any"), "update"]],
  ],
];

describe("diffValues", () => {
  it.each(cases)("%s", (_title, before, after, differences) => {
    expect(diffValues(thing, before, after)).toEqual(differences.map(([path, kind]) => ({ path, kind })));
  });

  it("reports paths in lists of blocks with dynamic attributes", () => {
    const schema = block({ setting: blocks("list", { value: optional(dynamicType) }) });
    const setting = (type: CtyType, value: CtyValue) =>
      objectOf({
        setting: tuple([{ kind: "object", attributes: new Map([["value", type]]) }, objectOf({ value })]),
      });
    expect(
      diffValues(schema, setting(stringType, "a"), setting(dynamicType, new Dynamic(stringType, "a"))),
    ).toEqual([]);
    expect(diffValues(schema, setting(stringType, "a"), setting(stringType, "b"))).toEqual([
      { path: at("setting", 0, "value"), kind: "update" },
    ]);
  });

  it("is empty exactly for equal known objects", () => {
    const pairs = schemas().chain((schema: Block) =>
      fc.tuple(fc.constant(schema), objects(schema), objects(schema)),
    );
    fc.assert(
      fc.property(pairs, ([schema, one, other]) => {
        expect(diffValues(schema, one, shuffled(schema.type, one))).toEqual([]);
        expect(diffValues(schema, one, other).length === 0).toBe(equalCty(schema.type, one, other));
      }),
    );
  });
});
