import { expect, test } from "vitest";
import { secretOf, unknown, type ValueObject } from "../../model/index.js";
import { knownOutputs } from "./known-outputs.js";

test.each<[string, ValueObject, ValueObject, ValueObject]>([
  ["what is known is taken", { a: 2 }, { a: 1 }, { a: 2 }],
  ["what is not known stays", { a: unknown, b: 2 }, { a: 1 }, { a: 1, b: 2 }],
  ["what is partly known stays", { a: { b: unknown, c: 2 } }, { a: 1 }, { a: 1 }],
  ["what is secret and not known stays", { a: secretOf(unknown) }, { a: 1 }, { a: 1 }],
  ["what never was known is left out", { a: unknown }, {}, {}],
  ["what is not asked for any more goes", {}, { a: 1 }, {}],
  ["names are data", { ["__proto__"]: unknown }, {}, {}],
])("%s", (_title, outputs, last, expected) => {
  expect(knownOutputs(outputs, last)).toEqual(expected);
});
