import { expect, test } from "vitest";
import { wrapWords } from "./wrap-words.js";

test.each<[string, number, string, readonly string[]]>([
  ["one two", 7, "", ["one two"]],
  ["one two", 6, "", ["one", "two"]],
  ["one two three", 7, "  ", ["one two", "  three"]],
  ["  one two", 8, "    ", ["  one", "    two"]],
  ["abcdefgh", 3, "", ["abc", "def", "gh"]],
  ["a bcdefgh", 3, "", ["a", "bcd", "efg", "h"]],
  ["  abcdef", 4, "  ", ["  ab", "  cd", "  ef"]],
  ["椰子椰子", 4, "", ["椰子", "椰子"]],
  ["ab", 0, "", ["a", "b"]],
  ["", 3, "", [""]],
  ["any length", Infinity, "", ["any length"]],
])("%j in %d columns", (text, width, indent, lines) => {
  expect(wrapWords(text, width, indent)).toEqual(lines);
});
