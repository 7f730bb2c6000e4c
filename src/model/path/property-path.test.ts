import { expect, test } from "vitest";
import { containsPath } from "./property-path.js";
import { parsePropertyPath } from "./property-path-text.js";

test.each([
  ["root", "root", true],
  ["root", "a.b[0]", true],
  ["a", "a", true],
  ["a", "a.b[0]", true],
  ["a.b", "a", false],
  ["a.b", "a.c", false],
  ["a", "ab", false],
  ["a[0]", "a[0].b", true],
  ["a[0]", "a[1]", false],
  ["a[0]", 'a["0"]', false],
  ["a[*]", "a[0].b", true],
  ["a[*]", "a.key", true],
  ["a[*].b", "a[0].c", false],
  ["a[*]", "a", false],
  ["a[*]", "a[*]", true],
  ["a[0]", "a[*]", false],
  [String.raw`a["\*"]`, "a.key", false],
  [String.raw`a["\*"]`, String.raw`a["\*"].b`, true],
])("%s contains %s: %s", (outer, inner, expected) => {
  expect(containsPath(parsePropertyPath(outer), parsePropertyPath(inner))).toBe(expected);
});
