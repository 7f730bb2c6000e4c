import { expect, test } from "vitest";
import { secretParts } from "./secret-parts.js";
import { secretOf, type Value } from "./value.js";

const hush = secretOf("hush");
const tells = (text: string) => text.includes("hush");

type Row = [what: string, given: Value, plain: Value, fromSchema: Value, fromService?: Value];

test.each<Row>([
  ["a secret as a whole", hush, { a: 1 }, secretOf({ a: 1 })],
  ["nothing secret", { a: 1 }, { a: 1 }, { a: 1 }],
  ["a secret beside a plain part", { a: 1, b: hush }, { a: 1, b: "hush" }, { a: 1, b: hush }],
  ["another plain part", { a: 1, b: hush }, { a: 2, b: "x" }, { a: 2, b: secretOf("x") }],
  ["a part that tells", { a: "1", b: hush }, { a: "is hush" }, { a: secretOf("is hush") }],
  [
    "a part more",
    { b: hush },
    { b: "hush", c: "tcp" },
    { b: hush, c: "tcp" },
    { b: hush, c: secretOf("tcp") },
  ],
  ["a key that tells", { b: hush }, { b: "x", "hush-key": 1 }, secretOf({ b: "x", "hush-key": 1 })],
  ["a key that told before", { hush: 1, b: hush }, { hush: 2 }, { hush: 2 }],
  ["another kind of value", { b: hush }, ["x"], ["x"]],
  ["another kind of value that tells", { b: hush }, ["hush"], secretOf(["hush"])],
  ["a list", ["a", hush], ["a", "hush"], ["a", hush]],
  ["a list in another order", ["a", hush], ["hush", "a"], [hush, secretOf("a")]],
  ["a longer list", ["a", hush], ["a", "x", "y"], ["a", secretOf("x"), secretOf("y")]],
  ["an element that changed", ["a", hush], ["b", "x"], [secretOf("b"), secretOf("x")]],
  [
    "objects in a list",
    [{ n: 1, w: hush }],
    [{ n: 1, w: "x", d: "tcp" }],
    [{ n: 1, w: secretOf("x"), d: "tcp" }],
    [{ n: 1, w: secretOf("x"), d: secretOf("tcp") }],
  ],
  [
    "a key that is no property",
    { a: hush },
    { a: "x", __proto__x: "1" },
    { a: secretOf("x"), __proto__x: "1" },
    { a: secretOf("x"), __proto__x: secretOf("1") },
  ],
])("%s", (_, given, plain, fromSchema, fromService = fromSchema) => {
  expect(secretParts(given, plain, { tells, additions: "plain" })).toEqual(fromSchema);
  expect(secretParts(given, plain, { tells, additions: "secret" })).toEqual(fromService);
});
