import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyTypes, shuffled, values } from "../../../tests/terraform/support/arbitraries.js";
import { canonicalKey, dedupeSet, equalCty } from "./equality.js";
import { boolType, dynamicType, numberType, stringType, type CtyType } from "./type.js";
import { ctyUnknown, CtyUnknown, Decimal, Dynamic, type CtyValue } from "./value.js";

const list = (element: CtyType): CtyType => ({ kind: "list", element });
const set = (element: CtyType): CtyType => ({ kind: "set", element });
const map = (element: CtyType): CtyType => ({ kind: "map", element });
const tuple = (...elements: CtyType[]): CtyType => ({ kind: "tuple", elements });
const object = (parts: Record<string, CtyType>): CtyType => ({
  kind: "object",
  attributes: new Map(Object.entries(parts)),
});
const of = (parts: Record<string, CtyValue>): CtyValue => new Map(Object.entries(parts));

describe("equalCty and canonicalKey", () => {
  const table: [title: string, type: CtyType, one: CtyValue, other: CtyValue, equal: boolean][] = [
    ["text", stringType, "a", "a", true],
    ["other text", stringType, "a", "b", false],
    ["composed and decomposed text", stringType, "caf\u00e9", "cafe\u0301", true],
    ["text that looks like null", stringType, "~", null, false],
    ["text that looks like unknown", stringType, "?", ctyUnknown, false],
    ["null and empty text", stringType, null, "", false],
    ["null and null", stringType, null, null, true],
    ["numbers", numberType, 1, 1, true],
    ["zero and minus zero", numberType, 0, -0, true],
    ["large integers", numberType, 2n ** 63n, 2n ** 63n, true],
    ["other large integers", numberType, 2n ** 63n, 2n ** 63n + 1n, false],
    [
      "decimals",
      numberType,
      new Decimal("0.12345678901234567890"),
      new Decimal("0.12345678901234567890"),
      true,
    ],
    ["other decimals", numberType, new Decimal("1e400"), new Decimal("1e401"), false],
    ["false and null", boolType, false, null, false],
    ["unknown and unknown", stringType, ctyUnknown, new CtyUnknown({ isNull: false }), true],
    ["unknown and null", stringType, ctyUnknown, null, false],
    ["unknown and known", list(stringType), ctyUnknown, [], false],
    ["lists", list(stringType), ["a", "b"], ["a", "b"], true],
    ["lists in another order", list(stringType), ["a", "b"], ["b", "a"], false],
    ["null and an empty list", list(stringType), null, [], false],
    ["sets in another order", set(stringType), ["a", "b", "c"], ["c", "a", "b"], true],
    ["sets of other elements", set(stringType), ["a", "b"], ["a", "c"], false],
    ["sets of other sizes", set(stringType), ["a"], ["a", "b"], false],
    ["sets of sets", set(set(numberType)), [[1, 2], [3]], [[3], [2, 1]], true],
    [
      "sets with two unknowns",
      set(stringType),
      ["a", ctyUnknown, ctyUnknown],
      [ctyUnknown, "a", ctyUnknown],
      true,
    ],
    [
      "sets with another number of unknowns",
      set(stringType),
      ["a", "b", ctyUnknown],
      ["a", ctyUnknown, ctyUnknown],
      false,
    ],
    ["maps", map(numberType), of({ a: 1, b: 2 }), of({ b: 2, a: 1 }), true],
    ["maps with another key", map(numberType), of({ a: 1 }), of({ b: 1 }), false],
    ["maps with a null entry", map(numberType), of({ a: null }), of({}), false],
    ["objects", object({ a: stringType, b: numberType }), of({ a: "x", b: 1 }), of({ b: 1, a: "x" }), true],
    ["objects with another value", object({ a: stringType }), of({ a: "x" }), of({ a: null }), false],
    ["tuples", tuple(stringType, set(numberType)), ["a", [1, 2]], ["a", [2, 1]], true],
    ["dynamic values", dynamicType, new Dynamic(stringType, "1"), new Dynamic(stringType, "1"), true],
    [
      "dynamic values of other types",
      dynamicType,
      new Dynamic(stringType, "1"),
      new Dynamic(numberType, 1),
      false,
    ],
    [
      "dynamic list and tuple",
      dynamicType,
      new Dynamic(list(stringType), ["a"]),
      new Dynamic(tuple(stringType), ["a"]),
      false,
    ],
    [
      "dynamic list and set",
      dynamicType,
      new Dynamic(list(stringType), ["a"]),
      new Dynamic(set(stringType), ["a"]),
      false,
    ],
    [
      "dynamic map and object",
      dynamicType,
      new Dynamic(map(stringType), of({ a: "x" })),
      new Dynamic(object({ a: stringType }), of({ a: "x" })),
      false,
    ],
    [
      "empty dynamic lists of other types",
      dynamicType,
      new Dynamic(list(stringType), []),
      new Dynamic(list(numberType), []),
      false,
    ],
    ["a dynamic null and null", dynamicType, new Dynamic(stringType, null), null, true],
    ["null and an empty dynamic list", dynamicType, null, new Dynamic(list(stringType), []), false],
    [
      "a type that leaves parts dynamic",
      dynamicType,
      new Dynamic(tuple(object({ a: dynamicType })), [of({ a: new Dynamic(stringType, "x") })]),
      new Dynamic(tuple(object({ a: stringType })), [of({ a: "x" })]),
      true,
    ],
  ];

  it.each(table)("%s", (_title, type, one, other, equal) => {
    expect(equalCty(type, one, other)).toBe(equal);
    expect(equalCty(type, other, one)).toBe(equal);
    expect(canonicalKey(type, one) === canonicalKey(type, other)).toBe(equal);
  });

  it("agree for any two values, and ignore the order of sets and keys", () => {
    const pairs = anyTypes().chain((type) =>
      fc.tuple(fc.constant(type), values(type, { unknown: true }), values(type, { unknown: true })),
    );
    fc.assert(
      fc.property(pairs, ([type, one, other]) => {
        expect(equalCty(type, one, shuffled(type, one))).toBe(true);
        expect(canonicalKey(type, one)).toBe(canonicalKey(type, shuffled(type, one)));
        expect(equalCty(type, one, other)).toBe(equalCty(type, other, one));
        expect(canonicalKey(type, one) === canonicalKey(type, other)).toBe(equalCty(type, one, other));
      }),
    );
  });

  it("compare large sets", () => {
    const one = Array.from({ length: 50_000 }, (_, index) => `element ${index}`);
    expect(equalCty(set(stringType), one, one.toReversed())).toBe(true);
  });
});

describe("dedupeSet", () => {
  it("keeps the first of equal elements", () => {
    expect(dedupeSet(stringType, ["a", "b", "a", "caf\u00e9", "cafe\u0301"])).toEqual([
      "a",
      "b",
      "caf\u00e9",
    ]);
  });

  it("keeps every element with an unknown part", () => {
    const element = list(stringType);
    expect(dedupeSet(element, [[ctyUnknown], [ctyUnknown], ["a"], ["a"]])).toHaveLength(3);
  });

  it("returns the same array if nothing is removed", () => {
    const values = ["a", null, "b"];
    expect(dedupeSet(stringType, values)).toBe(values);
  });
});
