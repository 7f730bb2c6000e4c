import { expect, test } from "vitest";
import { conflicts, exactlyOneOf, requiredWith, rule } from "./constraint.js";

test("constraints over which fields are given are data", () => {
  expect([exactlyOneOf("a", "b"), requiredWith("a", "b"), conflicts("a", "b")]).toEqual([
    { kind: "exactlyOneOf", fields: ["a", "b"] },
    { kind: "requiredWith", fields: ["a", "b"] },
    { kind: "conflicts", fields: ["a", "b"] },
  ]);
});

test("a rule is asked with the values of its fields, in its order", () => {
  const ordered = rule(["low", "high"], (low: number, high: number) => low <= high, "low is above high");
  expect(ordered).toMatchObject({ kind: "rule", fields: ["low", "high"], message: "low is above high" });
  expect(ordered.holds({ high: 3, low: 1 })).toBe(true);
  expect(ordered.holds({ high: 1, low: 3 })).toBe(false);
});

test("a field that was left out is undefined to a rule", () => {
  const seen: unknown[] = [];
  const anything = rule(["a", "toString"], (...values) => seen.push(...values) > 0, "");
  const given: object = { a: 1 };
  (anything.holds as (inputs: object) => boolean)(given);
  expect(seen).toEqual([1, undefined]);
});
