import { describe, expect, test } from "vitest";
import { plainLook, type Look } from "../look.js";
import { cutPieces, paintLines, styled, widthOf, wrapPieces, wrapText, type Pieces } from "./index.js";

const marked: Look = { ...plainLook, paint: (style, text) => `<${style} ${text}>` };

function shown(lines: readonly Pieces[]): readonly string[] {
  return paintLines(lines, plainLook).split("\n").slice(0, -1);
}

test("a line is as wide as it is shown, whatever its colours", () => {
  expect(widthOf(["a", styled("create", "椰"), "\u001B"])).toBe(1 + 2 + 6);
});

test("no control character gets through, painted or not", () => {
  expect(paintLines([["a\u001B[2J", styled("faint", "b\rc")]], marked)).toBe("a\\u001b[2J<faint b\\rc>\n");
});

describe("a line that is too wide is cut", () => {
  test.each<[number, string]>([
    [9, "ab <strong cd> ef"],
    [8, "ab <strong cd> ef"],
    [7, "ab <strong cd> …"],
    [6, "ab <strong cd>…"],
    [5, "ab <strong c…>"],
    [3, "ab…"],
    [1, "…"],
  ])("to %i columns", (width, text) => {
    expect(paintLines([cutPieces(["ab ", styled("strong", "cd"), " ef"], width)], marked)).toBe(`${text}\n`);
  });
});

describe("a line that is too wide is wrapped", () => {
  test.each<[number, readonly string[]]>([
    [20, ["one two three"]],
    [12, ["one two", "three"]],
    [7, ["one two", "three"]],
    [6, ["one", "two", "three"]],
    [4, ["one", "two", "thre", "e"]],
  ])("to %i columns", (width, lines) => {
    expect(shown(wrapPieces(["one two three"], width))).toEqual(lines);
  });

  test("between words, not between styles", () => {
    const pieces = ["say ", styled("strong", "yes"), ", or ", styled("strong", "no"), "."];
    expect(paintLines(wrapPieces(pieces, 7), marked)).toBe("say\n<strong yes>, or\n<strong no>.\n");
  });

  test("never through a character", () => {
    expect(shown(wrapPieces(["椰子椰子"], 5))).toEqual(["椰子", "椰子"]);
  });

  test("keeping its own lines and their indentation", () => {
    expect(shown(wrapText("one two:\n    three four\nfive", 10))).toEqual([
      "one two:",
      "    three",
      "    four",
      "five",
    ]);
  });

  test("to any width without end", () => {
    expect(shown(wrapPieces(["one two three"], Infinity))).toEqual(["one two three"]);
  });
});
