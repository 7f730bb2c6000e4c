import { describe, expect, test } from "vitest";
import { displayWidth } from "../std/display-width.js";
import { paintLines } from "./layout/index.js";
import { plainLook, type SourceLook } from "./look.js";
import { sourceFrame } from "./source-frame.js";

const source = (text: string, hide: SourceLook["hide"] = (line) => line): SourceLook => ({
  read: (file) => (file === "main.ts" ? text : undefined),
  hide,
});

function frame(look: SourceLook, line: number, column: number, width = 60, around = 2): readonly string[] {
  const lines = sourceFrame({ file: "main.ts", line, column }, look, { width, around });
  return paintLines(lines, plainLook).split("\n").slice(0, -1);
}

const program = ["one();", "", "if (two) {", "  three(four);", "}", "", "five();"].join("\n");

describe("the source around a position", () => {
  test("has two lines to each side, without those that are empty", () => {
    expect(frame(source(program), 4, 9)).toEqual([
      "  3 | if (two) {",
      "> 4 |   three(four);",
      "    |         ^",
      "  5 | }",
    ]);
  });

  test("has what there is at the ends of the file", () => {
    expect(frame(source(program), 1, 1)).toEqual(["> 1 | one();", "    | ^", "  2 |", "  3 | if (two) {"]);
    expect(frame(source(program), 7, 5)).toEqual(["  5 | }", "  6 |", "> 7 | five();", "    |     ^"]);
  });

  test("may be the line alone", () => {
    expect(frame(source(program), 3, 5, 60, 0)).toEqual(["> 3 | if (two) {", "    |     ^"]);
  });

  test("aligns numbers of different lengths", () => {
    const long = Array.from({ length: 12 }, (_, index) => `line${index + 1}();`).join("\n");
    expect(frame(source(long), 9, 1)).toEqual([
      "   7 | line7();",
      "   8 | line8();",
      ">  9 | line9();",
      "     | ^",
      "  10 | line10();",
      "  11 | line11();",
    ]);
  });

  test.each<[string, string, number, readonly string[]]>([
    ["tabs", "\tif (a)\tb();", 9, ["> 1 |     if (a)  b();", "    |             ^"]],
    ["wide characters", `f("日本語", g());`, 10, [`> 1 | f("日本語", g());`, "    |             ^"]],
    ["an emoji", `f("👩‍👧", g());`, 12, [`> 1 | f("👩‍👧", g());`, "    |         ^"]],
    [
      "control characters",
      `f("\u001B[2J", g());`,
      11,
      [`> 1 | f("\\u001b[2J", g());`, "    |                ^"],
    ],
    ["the end of the line", "f(", 3, ["> 1 | f(", "    |   ^"]],
  ])("puts the caret below the place: %s", (_, text, column, shown) => {
    expect(frame(source(text), 1, column)).toEqual(shown);
  });

  test.each(["\r\n", "\r", "\u2028"])("ends lines as JavaScript does: %j", (end) => {
    expect(frame(source(["one();", "two();"].join(end)), 2, 1, 60, 0)).toEqual(["> 2 | two();", "    | ^"]);
  });

  test.each([
    ["a file that cannot be read", { read: () => undefined, hide: (line: string) => line }, 1, 1],
    ["a file that is shorter by now", source("one();\n"), 3, 1],
    ["a line that is shorter by now", source("one();\n"), 1, 9],
    ["a line that is empty by now", source("one();\n\n"), 2, 1],
  ])("is not there for %s", (_, look, line, column) => {
    expect(frame(look, line, column)).toEqual([]);
  });
});

describe("a line that is too long", () => {
  const long = `const a = [${Array.from({ length: 30 }, (_, index) => `f${index}()`).join(", ")}];`;

  test("is cut at its end if the caret is near its beginning", () => {
    expect(frame(source(long), 1, 12, 40)).toEqual(
      ["> 1 | const a = [f0(), f1(), f2(), f3()…", "    |            ^"].map(fits),
    );
  });

  test("is cut on both sides around the caret; so are its neighbours", () => {
    const column = long.indexOf("f20") + 1;
    const lines = frame(source(`short();\n${long}\n${long}`), 2, column, 40);
    for (const line of lines) fits(line);
    const caret = lines[2]!.indexOf("^");
    expect(lines[1]!.slice(caret)).toMatch(/^f20\(\)/);
    expect(lines[1]).toMatch(/^> 2 \| ….*…$/);
    expect(lines[0]).toBe("  1 |");
    expect(lines[3]).toBe(lines[1]!.replace("> 2", "  3"));
  });

  test("may be a whole script, and costs no more", () => {
    const script = `${"x();".repeat(500_000)}here();`;
    const lines = frame(source(script), 1, script.indexOf("here") + 1, 40);
    expect(lines[0]!.slice(lines[1]!.indexOf("^"))).toMatch(/^here\(\);/);
  });

  test("never cuts a wide character in two", () => {
    const wide = `f("${"日本語".repeat(20)}", g());`;
    for (let column = 1; column < wide.length; column++)
      for (const line of frame(source(wide), 1, column, 40)) fits(line);
  });

  test("is cut where lines may be of any length", () => {
    expect(frame(source(long.repeat(20)), 1, 1, Infinity)[0]).toHaveLength(160);
  });

  function fits(line: string): string {
    expect(displayWidth(line)).toBeLessThanOrEqual(40);
    return line;
  }
});

describe("what is secret", () => {
  const hide = (line: string) => line.replaceAll("hunter2", "[secret]");

  test("is hidden, and the caret stays below its place", () => {
    expect(frame(source(`log("hunter2", fail());`, hide), 1, 16)).toEqual([
      `> 1 | log("[secret]", fail());`,
      `    |                 ^`,
    ]);
  });

  test("is hidden in the lines around", () => {
    expect(frame(source(`log("hunter2");\nfail();`, hide), 2, 1)[0]).toBe(`  1 | log("[secret]");`);
  });

  test("is hidden where it is written out, whoever knows of it", () => {
    expect(frame(source(`new Box({ key: coconut.secret("a \\"b\\" c") }, fail());`), 1, 47)).toEqual([
      `> 1 | new Box({ key: coconut.secret("[secret]") }, fail());`,
      `    |                                              ^`,
    ]);
  });

  test("has no caret in it", () => {
    expect(frame(source(`log("hunter2");`, hide), 1, 8)).toEqual([`> 1 | log("[secret]");`]);
  });
});
