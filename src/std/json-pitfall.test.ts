import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPitfall } from "./json-pitfall.js";

test.each<[string, number, string]>([
  ['{"a":1,"a":2}', 7, '"a" appears twice'],
  [String.raw`{"a":1, "\u0061" : 2}`, 8, '"a" appears twice'],
  ['{"x":[{"b":1,"b":1}]}', 13, '"b" appears twice'],
  ['{"__proto__":1,"__proto__":2}', 15, "appears twice"],
  ["[1e400]", 1, "this number"],
  ['{"a":-1e309}', 5, "this number"],
  ["9007199254740993", 0, "this number"],
  ["[1, -9007199254740993]", 4, "this number"],
  ["18446744073709551615", 0, "this number"],
  [`${"[".repeat(501)}${"]".repeat(501)}`, 500, "more than 500 levels deep"],
])("%j", (text, offset, why) => {
  expect(jsonPitfall(text)).toMatchObject({ offset, why: expect.stringContaining(why) as string });
});

test.each([
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":2}]',
  '{"a":"\\"a\\":1,","b":"[[9007199254740993"}',
  "[0, -0, 0.1, 1e21, 5e-324, 9007199254740992, 123456789012345680000, 1.7976931348623157e308]",
  '["a","a",true,false,null]',
  `${"[".repeat(500)}${"]".repeat(500)}`,
])("%j has none", (text) => {
  expect(jsonPitfall(text)).toBeUndefined();
});

test("what JSON.stringify writes has none", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonPitfall(JSON.stringify(value)) === undefined));
});

test("length costs no stack", () => {
  for (const part of ["x", "\\n", '\\"']) {
    expect(jsonPitfall(`["${part.repeat(4_000_000)}",1e400]`)?.why).toContain("this number");
  }
});
