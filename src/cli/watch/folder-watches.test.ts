import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderWatches } from "./folder-watches.js";

let folder: string;
let log: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "coconut-folders-"));
  log = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function watches(): FolderWatches {
  return new FolderWatches({
    onEvent: () => {},
    onRefused: () => {},
    watchFolder: (path) => {
      const name = path.slice(folder.length + 1);
      log.push(`open ${name}`);
      return { close: () => log.push(`close ${name}`) };
    },
  });
}

const at = (...names: readonly string[]) => new Set(names.map((name) => join(folder, name)));

test("a folder is watched once, as long as it is wanted", () => {
  for (const name of ["a", "b"]) mkdirSync(join(folder, name));
  const watched = watches();
  watched.keep(at("a", "b", "missing"));
  watched.keep(at("a", "b"));
  watched.keep(at("b"));
  watched.close();
  expect(log).toEqual(["open a", "open b", "close a", "close b"]);
});

test("one that was made again is another one", () => {
  mkdirSync(join(folder, "a"));
  const watched = watches();
  watched.keep(at("a"));
  // It still is there, elsewhere: the system tells of that one.
  renameSync(join(folder, "a"), join(folder, "old"));
  mkdirSync(join(folder, "a"));
  watched.keep(at("a"));
  expect(log).toEqual(["open a", "close a", "open a"]);
});
