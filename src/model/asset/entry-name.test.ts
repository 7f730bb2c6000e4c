import { describe, expect, test } from "vitest";
import { DiagnosticError } from "../diagnostic.js";
import { entryName, folderName, joinNames, maxEntryNameBytes } from "./entry-name.js";

type Refused = readonly (readonly [name: string, reason: string])[];

const refused: Refused = [
  ["", "does not name a file|is empty"],
  ["/etc/passwd", "absolute"],
  ["//host/share", "absolute"],
  ["..", "`\\.\\.` segment"],
  ["../evil", "`\\.\\.` segment"],
  ["a/../../evil", "`\\.\\.` segment"],
  ["a/..", "`\\.\\.` segment"],
  ["a//b", "empty segment"],
  ["..\\evil", "backslash"],
  ["a\\b", "backslash"],
  ["C:evil", "drive letter"],
  ["c:/evil", "drive letter"],
  ["a\0b", "NUL"],
  ["a\uD800", "not valid Unicode"],
  ["a\uFFFD", "not valid Unicode"],
  ["é".repeat(maxEntryNameBytes / 2) + "x", `longer than ${maxEntryNameBytes} bytes`],
];

const refusedEntries: Refused = [
  ...refused,
  [".", "does not name a file"],
  ["./", "does not name a file|empty segment"],
  ["a/", "empty segment"],
];

describe("entry names", () => {
  test.each([
    ["a", "a"],
    ["a/b", "a/b"],
    ["./a", "a"],
    ["a/./b", "a/b"],
    ["...", "..."],
    ["a..b/..c", "a..b/..c"],
    ["__proto__", "__proto__"],
    ["grüße/日本語", "grüße/日本語"],
    ["a b\nc", "a b\nc"],
    ["é".repeat(maxEntryNameBytes / 2), "é".repeat(maxEntryNameBytes / 2)],
  ])("%j is %j", (raw, name) => {
    expect(entryName(raw, "x.tar")).toBe(name);
  });

  test.each(refusedEntries)("%j is refused", (raw, reason) => {
    const attempt = () => entryName(raw, "the archive x.tar");
    expect(attempt).toThrow(DiagnosticError);
    expect(attempt).toThrow(new RegExp("model/unsafe-entry-name[^]*in the archive x\\.tar is not allowed"));
    expect(attempt).toThrow(new RegExp(reason));
  });
});

const refusedFolders: Refused = [...refused, ["/", "absolute"], ["a//", "empty segment"]];

describe("folder names", () => {
  test.each([
    [".", ""],
    ["./", ""],
    ["a/", "a"],
    ["./a/b", "a/b"],
  ])("%j is %j", (raw, name) => {
    expect(folderName(raw, "x.tar")).toBe(name);
  });

  test.each(refusedFolders)("%j is refused", (raw, reason) => {
    expect(() => folderName(raw, "x.tar")).toThrow(new RegExp(`model/unsafe-entry-name[^]*(${reason})`));
  });

  test("join to entries, the root leaving no trace", () => {
    expect(joinNames("a", "b/c")).toBe("a/b/c");
    expect(joinNames("", "b")).toBe("b");
    expect(joinNames("a", "")).toBe("a");
  });
});
