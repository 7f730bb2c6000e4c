import { expect, test } from "vitest";
import { secretOf, unknown, type ValueObject } from "../value/index.js";
import type { Planned } from "./planned.js";
import { secretInputs, unrecordedInputs } from "./unrecorded-inputs.js";

const plan = (inputs: ValueObject, unrecorded?: true): Planned => ({
  inputs,
  outputs: {},
  change: "some",
  fields: [],
  unrecorded,
});

test.each<[what: string, inputs: ValueObject, planned: Planned | undefined, fields: readonly string[]]>([
  ["without a plan", { a: 1 }, undefined, []],
  ["where the provider says nothing", { a: 1, b: 2 }, plan({ a: 1 }), []],
  ["that the plan leaves out", { a: 1, b: 2 }, plan({ a: 1 }, true), ["b"]],
  ["of which the plan leaves out a part", { a: { b: 1, c: 2 } }, plan({ a: { b: 1 } }, true), ["a"]],
  ["that are known after apply", { a: unknown }, plan({}, true), ["a"]],
  ["that are secret", { a: secretOf("x") }, plan({}, true), ["a"]],
  ["that are not given", { a: undefined, b: null }, plan({}, true), []],
  ["all of which the plan has", { a: 1 }, plan({ a: 1, b: 2 }, true), []],
])("inputs %s", (_, inputs, planned, fields) => {
  expect(unrecordedInputs(inputs, planned)).toEqual(fields);
});

test("are secret where they are shown, once", () => {
  const inputs = { a: 1, b: secretOf("x"), c: 3 };
  expect(secretInputs(inputs, ["a", "b", "gone"])).toEqual({ a: secretOf(1), b: secretOf("x"), c: 3 });
  expect(secretInputs(inputs, [])).toBe(inputs);
});
