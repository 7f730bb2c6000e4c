import { describe, expect, it } from "vitest";
import { objectOf } from "../../../tests/terraform/support/schemas.js";
import {
  ctyUnknown,
  Dynamic,
  dynamicType,
  stringType,
  type CtyPath,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { unknownPaths, unknownsToNull } from "./unknowns.js";

const list: CtyType = { kind: "list", element: stringType };
const set: CtyType = { kind: "set", element: stringType };
const map: CtyType = { kind: "map", element: list };
const object: CtyType = {
  kind: "object",
  attributes: new Map([
    ["a", stringType],
    ["b", set],
  ]),
};
const tuple: CtyType = { kind: "tuple", elements: [stringType, object] };

type Case = [title: string, type: CtyType, value: CtyValue, paths: CtyPath[], known: CtyValue];

const cases: Case[] = [
  ["known text", stringType, "a", [], "a"],
  ["null", stringType, null, [], null],
  ["unknown", stringType, ctyUnknown, [[]], null],
  ["a list", list, ["a", ctyUnknown], [[{ index: 1 }]], ["a", null]],
  ["a set is one path", set, [ctyUnknown, "a", ctyUnknown], [[]], [null, "a"]],
  ["a map", map, objectOf({ k: [ctyUnknown] }), [[{ key: "k" }, { index: 0 }]], objectOf({ k: [null] })],
  [
    "an object",
    object,
    objectOf({ a: ctyUnknown, b: ctyUnknown }),
    [[{ attribute: "a" }], [{ attribute: "b" }]],
    objectOf({ a: null, b: null }),
  ],
  [
    "a tuple",
    tuple,
    ["x", objectOf({ a: "y", b: [ctyUnknown] })],
    [[{ index: 1 }, { attribute: "b" }]],
    ["x", objectOf({ a: "y", b: [null] })],
  ],
  [
    "a dynamic value",
    dynamicType,
    new Dynamic(list, [ctyUnknown]),
    [[{ index: 0 }]],
    new Dynamic(list, [null]),
  ],
  ["an unknown dynamic value", dynamicType, new Dynamic(list, ctyUnknown), [[]], null],
];

describe("unknownPaths and unknownsToNull", () => {
  it.each(cases)("%s", (_title, type, value, paths, known) => {
    expect(unknownPaths(type, value)).toEqual(paths);
    expect(unknownsToNull(type, value)).toEqual(known);
  });

  it("return a known value as it is", () => {
    const value = objectOf({ a: "x", b: ["y"] });
    expect(unknownsToNull(object, value)).toBe(value);
  });
});
