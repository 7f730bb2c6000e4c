import { expect, it } from "vitest";
import { sortedSet } from "./set-order.js";
import { numberType, stringType, type CtyType } from "./type.js";
import type { CtyValue } from "./value.js";

const object: CtyType = { kind: "object", attributes: new Map([["name", stringType]]) };
const named = (name: string) => new Map([["name", name]]);

it.each<[string, CtyType, CtyValue[], CtyValue[]]>([
  ["texts", stringType, ["b", "a", "c"], ["a", "b", "c"]],
  ["numbers by value", numberType, [10, 9, 2n ** 70n, -1], [-1, 9, 10, 2n ** 70n]],
  ["objects", object, [named("b"), named("a")], [named("a"), named("b")]],
  ["one element", stringType, ["a"], ["a"]],
])("sorts %s", (_, type, given, expected) => {
  expect(sortedSet(type, given)).toEqual(expected);
});
