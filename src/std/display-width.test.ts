import { describe, expect, test } from "vitest";
import { displayCharacters, displayWidth } from "./display-width.js";

describe("how wide a text is", () => {
  test.each<[number, string]>([
    [0, ""],
    [5, "plain"],
    [5, "größe"],
    [5, "gro\u0308ße"],
    [4, "椰子"],
    [4, "ｱa가"],
    [2, "🥥"],
    [2, "👍🏽"],
    [2, "👩‍👩‍👧"],
    [2, "👩‍🚀"],
    [2, "🇫🇯"],
    [4, "🇫🇯🇹🇴"],
    [2, "❤\uFE0F"],
    [1, "❤"],
    [2, "한"],
    [1, "…"],
    [1, "─"],
    [0, "\u0301"],
  ])("%i: %s", (width, text) => {
    expect(displayWidth(text)).toBe(width);
  });
});

test("what is seen as one character stays in one piece", () => {
  const texts = [...displayCharacters("ae\u0301👩‍🚀🇫🇯🇹x")].map(({ text }) => text);
  expect(texts).toEqual(["a", "e\u0301", "👩‍🚀", "🇫🇯", "🇹", "x"]);
});
