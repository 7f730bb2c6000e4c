import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { archiveOf, assetOf, type Archive } from "../value/value.js";
import { archiveBudget, defaultArchiveLimits } from "./archive-limits.js";
import { archiveOfMap } from "./archive-map.js";
import { archiveMembers, compareUtf8 } from "./archive-members.js";

const folder = archiveOf({ path: "folder" });
const members = (archive: Archive, entries = defaultArchiveLimits.entries) =>
  archiveMembers(archive, archiveBudget({ ...defaultArchiveLimits, entries })).map((member) =>
    member.kind === "asset" ? member.name : `${member.folder}/*`,
  );

describe("members", () => {
  const cases: readonly (readonly [what: string, archive: Archive, expected: readonly string[]])[] = [
    ["of an empty archive", archiveOfMap({}), []],
    ["of a file or folder", folder, ["/*"]],
    [
      "by the bytes of their names",
      archiveOfMap({ "😀": "", "\uFB01": "", b: "", a: "", B: "" }),
      ["B", "a", "b", "\uFB01", "😀"],
    ],
    [
      "of nested archives stand in the place of the archive",
      archiveOfMap({ a: archiveOfMap({ z: "", y: "" }), "a.b": "", c: folder }),
      ["a/y", "a/z", "a.b", "c/*"],
    ],
    [
      "of archives at the root have no prefix",
      archiveOfMap({ ".": folder, "./lib/": archiveOfMap({ ".": archiveOfMap({ x: "" }) }) }),
      ["/*", "lib/x"],
    ],
    ["of one name are all there, the first of them first", archiveOfMap({ "./a": "1", a: "2" }), ["a", "a"]],
    ["with odd names", archiveOf({ assets: { constructor: assetOf({ text: "" }) } }), ["constructor"]],
  ];
  test.each(cases)("%s", (_what, archive, expected) => {
    expect(members(archive)).toEqual(expected);
  });
});

describe("what is never closed is refused", () => {
  test("an archive that holds itself", () => {
    const assets: Record<string, Archive> = {};
    assets["."] = archiveOf({ assets });
    expect(() => members(assets["."]!)).toThrow("model/archive-too-deep");
  });

  test("an archive that doubles at each level", () => {
    let archive = archiveOfMap({});
    for (let level = 0; level < 60; level++) archive = archiveOfMap({ a: archive, b: archive });
    expect(() => members(archive, 1000)).toThrow(
      new RegExp("model/archive-too-large[^]*more than 1000 entries"),
    );
  });

  test("a name that grows too long", () => {
    let archive = archiveOfMap({ x: "" });
    for (let level = 0; level < 50; level++) archive = archiveOfMap({ ["n".repeat(100)]: archive });
    expect(() => members(archive)).toThrow(new RegExp("model/unsafe-entry-name[^]*longer than 4096 bytes"));
  });
});

test("unsafe names are refused even where no constructor checked them", () => {
  const archive = archiveOf({ assets: { a: archiveOf({ assets: { "../b": assetOf({ text: "" }) } }) } });
  expect(() => members(archive)).toThrow(new RegExp('model/unsafe-entry-name[^]*the nested archive "a"'));
});

const bytes = (text: string) => new TextEncoder().encode(text);

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const index = left.findIndex((byte, at) => byte !== right[at]);
  if (index < 0) return left.length - right.length;
  return left[index]! - (right[index] ?? -1);
}

test("strings are in the order of their UTF-8 bytes", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareUtf8(left, right))).toBe(Math.sign(compareBytes(bytes(left), bytes(right))));
    }),
  );
});

test("which is not that of UTF-16 units", () => {
  const names = ["\uFB01", "😀"];
  expect([...names].sort()).toEqual(["😀", "\uFB01"]);
  expect([...names].sort(compareUtf8)).toEqual(names);
});
