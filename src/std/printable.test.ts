import { expect, test } from "vitest";
import { printable } from "./printable.js";

test.each<[string, string, string]>([
  ["plain text", "a b~", "a b~"],
  ["letters of any script, and emoji", "größe 椰子 👩‍🚀", "größe 椰子 👩‍🚀"],
  ["colours", "\u001B[31mred", "\\u001b[31mred"],
  ["a bell, a backspace, delete", "\u0007\b\u007F", "\\u0007\\u0008\\u007f"],
  ["control characters of eight bits", "\u009B31m", "\\u009b31m"],
  ["line ends and tabs", "a\r\n\tb", "a\\r\\n\\tb"],
  ["line ends of Unicode", "a\u2028b\u2029", "a\\u2028b\\u2029"],
  ["the direction of writing", "a\u202Eb\u2066c\u200F", "a\\u202eb\\u2066c\\u200f"],
  ["what is not seen", "a\u200Bb\uFEFF", "a\\u200bb\\ufeff"],
  ["half a character", "a\uD800b", "a\\ud800b"],
])("%s", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
  expect(printable(shown)).toBe(shown);
});
