import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nothingRead } from "../../std/files-read.js";
import { watchedFolders } from "./watched-folders.js";

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-folders-")));
  for (const name of ["linked", "pages/about", "pages/node_modules/x", "sources"])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "linked/a.ts"), "");
  symlinkSync(join(folder, "linked/a.ts"), join(folder, "a.ts"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each<[what: string, kind: "files" | "folders" | "trees", path: string, folders: readonly string[]]>([
  ["a file", "files", "linked/a.ts", ["linked"]],
  ["a link, and what it leads to", "files", "a.ts", ["", "linked"]],
  ["a file that is not there, in a folder that is not", "files", "new/deep/b.ts", [""]],
  ["a folder of sources", "folders", "sources", ["sources"]],
  ["everything in a folder but what tools keep there", "trees", "pages", ["pages", "pages/about"]],
  ["everything in one that is not there", "trees", "later/deep", [""]],
])("%s", (_, kind, path, folders) => {
  const read = { ...nothingRead, [kind]: { [join(folder, path)]: "" } };
  expect([...watchedFolders(read)].sort()).toEqual(folders.map((name) => join(folder, name)));
});
