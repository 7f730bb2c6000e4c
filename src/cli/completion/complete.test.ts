import { expect, test } from "vitest";
import { unquoted } from "./complete.js";

test.each<[string, string]>([
  ["plain", "plain"],
  ["a\\ b", "a b"],
  ["'a b'", "a b"],
  ["'a b", "a b"],
  [`"a 'b`, "a 'b"],
  [`"a \\"b\\" \\$c \\d"`, `a "b" $c \\d`],
  ["'a\\b'", "a\\b"],
  ["a'b'c\"d\"", "abcd"],
  ["a\\", "a"],
  ["", ""],
])("%s is %s", (typed, meant) => {
  expect(unquoted(typed)).toBe(meant);
});
