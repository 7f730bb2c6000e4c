import { describe, expect, test } from "vitest";
import { compareLines } from "../../cli/face/compare-lines.js";
import { referenceTo, secretOf, unknown, type Value } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { paintLines } from "../layout/index.js";
import { plainLook } from "../look.js";
import { shownChange, shownValue, wasFound, type ShownValue } from "./index.js";

function linesOf({ line, below }: ShownValue): readonly string[] {
  return paintLines([["x: ", ...line], ...below], plainLook)
    .split("\n")
    .slice(0, -1);
}

const room = { first: 20, width: 24, verbose: false };

describe("a value under a label", () => {
  test.each<[string, Value, readonly string[]]>([
    ["is short", { a: 1 }, ["x: { a: 1 }"]],
    ["is not known", unknown, ["x: known after apply"]],
    ["is secret", secretOf("hunter2"), ["x: [secret]"]],
    [
      "refers to a resource",
      referenceTo({ urn: "urn:pulumi:dev::shop::a:b:C$d:e:F::g", id: "1" }),
      ['x: d:e:F "g"'],
    ],
    ["is a text that ends its line", "one\n", ['x: "one\\n"']],
    ["is a text of lines", "one\ntwo\n", ["x: text of 2 lines", "  | one", "  | two"]],
    [
      "is a text of many lines",
      Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n"),
      ["x: text of 20 lines", ...[0, 1, 2, 3, 4, 5].map((index) => `  | line ${index}`), "  … 14 more lines"],
    ],
    ["is a long text", "a".repeat(50), [`x: "${"a".repeat(18)}…`]],
    [
      "is a list",
      ["first of them", "second of them"],
      ["x:", '  [0]: "first of them"', '  [1]: "second of them"'],
    ],
    [
      "is a tree",
      { rules: [{ from: "here", to: "somewhere else" }], "a b": null },
      [
        "x:",
        "  rules:",
        "    [0]:",
        '      from: "here"',
        "      to:",
        '        "somewhere else"',
        '  "a b": null',
      ],
    ],
    [
      "is a large list",
      Array.from({ length: 100 }, () => 1),
      ["x:", ...[0, 1, 2, 3, 4, 5, 6].map((index) => `  [${index}]: 1`), "  … 93 more"],
    ],
    ["has wide characters", "椰子".repeat(9), ['x: "椰子椰子椰子椰子椰…']],
    ["has control characters", "\u001B[2J\nb", ["x: text of 2 lines", "  | \\u001b[2J", "  | b"]],
  ])("that %s", (_, value, lines) => {
    const shown = linesOf(shownValue(value, room));
    expect(shown).toEqual(lines);
    for (const line of shown) expect(displayWidth(line)).toBeLessThanOrEqual(24);
  });

  test("is whole if that is wanted", () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    expect(linesOf(shownValue(list, { ...room, verbose: true }))).toHaveLength(101);
    const text = linesOf(shownValue("word ".repeat(50), { ...room, verbose: true }));
    expect(text.join(" ").match(/word/g)).toHaveLength(50);
  });

  test("is cut where it is deeper than anyone looks", () => {
    let deep: Value = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = { a: deep };
    for (const verbose of [false, true])
      expect(linesOf(shownValue(deep, { ...room, verbose })).length).toBeLessThan(20);
  });
});

describe("what a value was and becomes", () => {
  const sides = (before: Value, after: Value) => linesOf(shownChange(before, after, room, compareLines));

  test.each<[string, Value, Value, readonly string[]]>([
    ["short", 1, "two", ['x: 1 -> "two"']],
    ["not known", "a", unknown, ["x:", '  - "a"', "  + known after apply"]],
    ["both secret", secretOf("a"), secretOf("b"), ["x: secret changed"]],
    [
      "long, from where they differ",
      `${"a".repeat(50)}b${"c".repeat(50)}`,
      `${"a".repeat(50)}B${"c".repeat(50)}`,
      ["x:", `  - …${"a".repeat(5)}b${"c".repeat(12)}…`, `  + …${"a".repeat(5)}B${"c".repeat(12)}…`],
    ],
    [
      "lines",
      "a\nb\nc\nd\ne\nf\ng\n",
      "a\nb\nc\nd\ne\nF\ng",
      [
        "x: text, +2 -2 lines",
        "  … 3 unchanged lines",
        "    d",
        "    e",
        "  - f",
        "  - g",
        "  + F",
        "  + g",
        "  now ends without a ne…",
      ],
    ],
    [
      "long lines, from where they differ",
      `one\n${"a".repeat(50)}b`,
      `one\n${"a".repeat(50)}c`,
      ["x: text, +1 -1 lines", "    one", `  - …${"a".repeat(18)}b`, `  + …${"a".repeat(18)}c`],
    ],
  ])("%s", (_, before, after, lines) => {
    expect(sides(before, after)).toEqual(lines);
  });

  test("or was found to be", () => {
    const wide = { first: 40, width: 40, verbose: false };
    expect(linesOf(shownChange("a", undefined, wide, undefined, wasFound))).toEqual([
      'x: was "a", now absent',
    ]);
    expect(linesOf(shownChange("a".repeat(20), 1, room, undefined, wasFound))).toEqual([
      "x:",
      `  was "${"a".repeat(16)}…`,
      "  now 1",
    ]);
  });

  test("long texts whole if that is wanted", () => {
    const text = linesOf(
      shownChange(
        `${"word ".repeat(50)}a`,
        `${"word ".repeat(50)}b`,
        { ...room, verbose: true },
        compareLines,
      ),
    );
    expect(text.join(" ").match(/word/g)).toHaveLength(100);
  });

  test("without a way to compare lines, what differs is shown all the same", () => {
    expect(linesOf(shownChange("a\nb\nc", "a\nb\nd", room, undefined))).toEqual([
      "x:",
      "  - a\\nb\\nc",
      "  + a\\nb\\nd",
    ]);
  });
});
