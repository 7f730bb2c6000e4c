import { describe, expect, it } from "vitest";
import { block, blocks, nested, objectOf, optional } from "../../../tests/terraform/support/schemas.js";
import {
  ctyUnknown,
  Dynamic,
  dynamicType,
  stringType,
  boolType,
  type CtyPath,
  type CtyValue,
} from "../cty/index.js";
import { replacing } from "./replacing.js";

const thing = block({
  name: optional(),
  on: optional(boolType),
  tags: optional({ kind: "map", element: stringType }),
  any: optional(dynamicType),
  secret: optional(stringType, { writeOnly: true }),
  door: nested("single", { code: optional(stringType, { writeOnly: true }), key: optional() }),
  rule: blocks("list", { port: optional() }),
  label: blocks("set", { key: optional() }),
});
const nothing = {
  name: null,
  on: null,
  tags: null,
  any: null,
  secret: null,
  door: null,
  rule: [],
  label: [],
};
const thingOf = (parts: Record<string, CtyValue>) => objectOf({ ...nothing, ...parts });
const ports = (...values: CtyValue[]) => thingOf({ rule: values.map((port) => objectOf({ port })) });
const keys = (...values: CtyValue[]) => thingOf({ label: values.map((key) => objectOf({ key })) });

const name: CtyPath = [{ attribute: "name" }];
const port = (index: number): CtyPath => [{ attribute: "rule" }, { index }, { attribute: "port" }];
const tag: CtyPath = [{ attribute: "tags" }, { key: "a" }];
const inAny: CtyPath = [{ attribute: "any" }, { attribute: "a" }];
const inSet: CtyPath = [{ attribute: "label" }, { element: objectOf({ key: "a" }) }, { attribute: "key" }];

type Case = [title: string, path: CtyPath, before: CtyValue, after: CtyValue, replaces: boolean];
const anyOf = (value: CtyValue) =>
  thingOf({
    any: new Dynamic({ kind: "object", attributes: new Map([["a", stringType]]) }, objectOf({ a: value })),
  });

const cases: Case[] = [
  ["a create", name, null, thingOf({ name: "a" }), false],
  ["a delete", name, thingOf({ name: "a" }), null, false],
  ["no change", name, thingOf({ name: "a" }), thingOf({ name: "a" }), false],
  ["a change", name, thingOf({ name: "a" }), thingOf({ name: "b" }), true],
  ["a change from null", name, thingOf({}), thingOf({ name: "b" }), true],
  ["false that stays", [{ attribute: "on" }], thingOf({ on: false }), thingOf({ on: false }), false],
  ["false that becomes true", [{ attribute: "on" }], thingOf({ on: false }), thingOf({ on: true }), true],
  ["an unknown value", name, thingOf({ name: "a" }), thingOf({ name: ctyUnknown }), true],
  ["a change elsewhere", name, thingOf({ name: "a" }), thingOf({ name: "a", on: true }), false],
  ["a list index", port(1), ports("1", "2"), ports("1", "3"), true],
  ["an index that is new", port(1), ports("1"), ports("1", "2"), true],
  ["an index that is new, with null", port(1), ports("1"), ports("1", null), false],
  ["an index that neither has", port(2), ports("1"), ports("2"), false],
  ["an unknown list", port(0), ports("1"), thingOf({ rule: ctyUnknown }), true],
  ["the whole list", [{ attribute: "rule" }], ports("1"), ports("1", "2"), true],
  ["the whole list with an unknown part", [{ attribute: "rule" }], ports("1"), ports(ctyUnknown), true],
  ["a map key", tag, thingOf({ tags: objectOf({ a: "1" }) }), thingOf({ tags: objectOf({ a: "2" }) }), true],
  ["a removed map", tag, thingOf({ tags: objectOf({ a: "1" }) }), thingOf({}), true],
  [
    "another map key",
    tag,
    thingOf({ tags: objectOf({ b: "1" }) }),
    thingOf({ tags: objectOf({ b: "2" }) }),
    false,
  ],
  ["a dynamic part", inAny, anyOf("1"), anyOf("2"), true],
  ["the same dynamic part", inAny, anyOf("1"), anyOf("1"), false],
  ["an element of a changed set", inSet, keys("a", "b"), keys("a", "c"), true],
  ["an element of the same set", inSet, keys("a", "b"), keys("b", "a"), false],
  ["a write-only attribute", [{ attribute: "secret" }], thingOf({}), thingOf({}), true],
  [
    "a nested write-only attribute",
    [{ attribute: "door" }, { attribute: "code" }],
    thingOf({}),
    thingOf({}),
    true,
  ],
  ["an attribute that the schema does not have", [{ attribute: "other" }], thingOf({}), thingOf({}), false],
  ["an empty path", [], thingOf({ name: "a" }), thingOf({ name: "b" }), true],
];

describe("replacing", () => {
  it.each(cases)("%s", (_title, path, before, after, replaces) => {
    expect(replacing(thing, [path], before, after)).toEqual(replaces ? [path] : []);
  });
});
