import { expect, test } from "vitest";
import { anyOutput, referenceTo, secretOf, unknown, type Value, type ValueObject } from "../model/index.js";
import { stackOutputs } from "./stack-outputs.js";

test.each<[string, Value, ValueObject]>([
  ["an object", { a: 1, b: unknown }, { a: 1, b: unknown }],
  ["a secret object", secretOf({ a: 1 }), { a: secretOf(1) }],
  ["an object that is not known yet", unknown, { last: unknown, [anyOutput]: unknown }],
  [
    "a secret object that is not known yet",
    secretOf(unknown),
    { last: secretOf(unknown), [anyOutput]: secretOf(unknown) },
  ],
  ["nothing", undefined, {}],
  ["a text", "text", {}],
  ["a list", [1, 2], {}],
  ["a resource", referenceTo({ urn: "urn", id: "1" }), {}],
])("%s", (_, returned, outputs) => {
  expect(stackOutputs(returned, { last: 1 })).toEqual(outputs);
});
