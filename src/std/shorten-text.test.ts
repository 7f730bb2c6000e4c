import { expect, test } from "vitest";
import { shortenEnd, shortenMiddle } from "./shorten-text.js";

test.each<[string, number, string, string]>([
  ["abcdef", 6, "abcdef", "abcdef"],
  ["abcdef", 5, "abcd…", "ab…ef"],
  ["abcdef", 4, "abc…", "a…ef"],
  ["abcdef", 3, "ab…", "a…f"],
  ["abcdef", 2, "a…", "a…"],
  ["abcdef", 1, "…", "…"],
  ["abcdef", 0, "", ""],
  ["椰子椰子", 8, "椰子椰子", "椰子椰子"],
  ["椰子椰子", 7, "椰子椰…", "椰…子"],
  ["椰子椰子", 6, "椰子…", "椰…子"],
  ["ab🥥cd", 5, "ab🥥…", "ab…cd"],
  ["ab🥥cd", 4, "ab…", "a…cd"],
])("%s in %i columns", (text, width, end, middle) => {
  expect(shortenEnd(text, width)).toBe(end);
  expect(shortenMiddle(text, width)).toBe(middle);
});
