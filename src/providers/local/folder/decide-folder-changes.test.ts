import { expect, test } from "vitest";
import { decideFolderChanges, foldersAbove, type FoundEntry } from "./decide-folder-changes.js";

const file = (sha256: string): FoundEntry => ({ kind: "file", sha256 });
const folder: FoundEntry = { kind: "folder" };
const link: FoundEntry = { kind: "link" };

interface Case {
  readonly own?: readonly string[];
  readonly wanted?: Record<string, string>;
  readonly found?: Record<string, FoundEntry>;
  readonly overwrite?: boolean;
}

const nothing = { remove: [], write: [], foreign: [] };

test.each<[what: string, facts: Case, layout: object]>([
  ["nothing wanted, nothing there", {}, nothing],
  ["something new", { wanted: { a: "1" } }, { ...nothing, write: ["a"] }],
  ["something as it was", { own: ["a"], wanted: { a: "1" }, found: { a: file("1") } }, nothing],
  [
    "something else in it now",
    { own: ["a"], wanted: { a: "2" }, found: { a: file("1") } },
    { ...nothing, write: ["a"] },
  ],
  ["own, and gone", { own: ["a"], wanted: { a: "1" } }, { ...nothing, write: ["a"] }],
  [
    "no longer wanted",
    { own: ["a", "b"], wanted: { a: "1" }, found: { a: file("1"), b: file("2") } },
    { ...nothing, remove: ["b"] },
  ],
  ["no longer wanted, and gone", { own: ["b"] }, nothing],
  ["another's of the same content", { wanted: { a: "1" }, found: { a: file("1") } }, nothing],
  [
    "another's",
    { wanted: { a: "1" }, found: { a: file("2") } },
    { ...nothing, write: ["a"], foreign: ["a"] },
  ],
  [
    "another's, to be replaced",
    { wanted: { a: "1" }, found: { a: file("2") }, overwrite: true },
    { ...nothing, write: ["a"] },
  ],
  [
    "a link in the place of one's own",
    { own: ["a"], wanted: { a: "1" }, found: { a: link } },
    { ...nothing, write: ["a"] },
  ],
  [
    "another's link",
    { wanted: { a: "1" }, found: { a: link } },
    { ...nothing, write: ["a"], foreign: ["a"] },
  ],
  [
    "a link on the way, whatever may be replaced",
    { wanted: { "a/b": "1" }, found: { a: link }, overwrite: true },
    { ...nothing, write: ["a/b"], foreign: ["a"] },
  ],
  [
    "a file becomes a folder",
    { own: ["a"], wanted: { "a/b": "1" }, found: { a: file("1") } },
    { remove: ["a"], write: ["a/b"], foreign: [] },
  ],
  [
    "a folder becomes a file",
    { own: ["a/b"], wanted: { a: "1" }, found: { a: folder, "a/b": file("1") } },
    { remove: ["a/b"], write: ["a"], foreign: [] },
  ],
  [
    "another's folder",
    { wanted: { a: "1" }, found: { a: folder }, overwrite: true },
    { ...nothing, write: ["a"], foreign: ["a"] },
  ],
  [
    "names of objects are names",
    { own: ["constructor"], wanted: { ["__proto__"]: "1" } },
    { ...nothing, write: ["__proto__"] },
  ],
])("%s", (_what, { own = [], wanted = {}, found = {}, overwrite = false }, layout) => {
  const facts = {
    own: new Set(own),
    wanted: new Map(Object.entries(wanted)),
    found: new Map(Object.entries(found)),
    overwrite,
  };
  expect(decideFolderChanges(facts)).toEqual(layout);
});

test("the folders above a name", () => {
  expect(foldersAbove("a")).toEqual([]);
  expect(foldersAbove("a/b/c")).toEqual(["a", "a/b"]);
});
