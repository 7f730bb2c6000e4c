import { expect, test } from "vitest";
import { normalPath, pathFault, textFault } from "./local-path.js";

test.each([
  ["a", "a"],
  ["./a", "a"],
  ["a//b/./c", "a/b/c"],
  ["a/../b", "b"],
  ["../a", "../a"],
  ["out/", "out"],
  ["/", "/"],
  ["/srv//www/", "/srv/www"],
  [".", "."],
  ["ein ordner/ü 😀.txt", "ein ordner/ü 😀.txt"],
])("%j is %j", (path, normal) => {
  expect(normalPath(path)).toBe(normal);
});

test.each([
  ["a.txt", "file", undefined],
  ["ein ordner/ü 😀.txt", "file", undefined],
  ["out/", "folder", undefined],
  [".", "folder", undefined],
  ["out/", "file", "ends with a slash"],
  [".", "file", "is the path of a folder"],
  ["/", "link", "ends with a slash"],
  ["a/..", "link", "is the path of a folder"],
  ["../..", "file", "is the path of a folder"],
  ["", "folder", "It is empty."],
  ["a\0b", "file", "the control character U+0000 at index 1"],
  ["a\nb", "folder", "the control character U+000A at index 1"],
  ["a\u009bb", "link", "the control character U+009B at index 1"],
  ["a\ud800", "file", "an unpaired surrogate at index 1"],
] as const)("%j as a %s: %s", (path, kind, fault) => {
  if (fault === undefined) expect(pathFault(path, kind)).toBeUndefined();
  else expect(pathFault(path, kind)).toContain(fault);
});

test("what a link says may be any text that a path can be", () => {
  expect(textFault("../")).toBeUndefined();
  expect(textFault("a\u001b[31m")).toContain("U+001B at index 1");
});
