import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changedSince } from "../../std/files-read.js";
import { sourceFiles } from "./source-files.js";

let folder: string;
const at = (name: string) => join(folder, name);
const hour = 3_600_000;

/** A file that was written so long before now. */
function write(name: string, agoMs: number): void {
  writeFileSync(at(name), "");
  utimesSync(at(name), new Date(), new Date(Date.now() - agoMs));
}

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "coconut-sources-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("are what could be imported, wherever it lies in the project", () => {
  for (const name of ["parts", "node_modules", ".idea"]) mkdirSync(at(name));
  for (const name of ["main.ts", "notes.md", "parts/a.mjs", "node_modules/b.ts", ".idea/c.json"])
    write(name, hour);
  const { files, folders } = sourceFiles(folder, Date.now());
  expect(Object.keys(files)).toEqual([at("main.ts"), at("parts/a.mjs")]);
  expect(Object.keys(folders)).toEqual([folder, at("parts")]);
});

test("have changed if they were written since, and by nothing less", () => {
  const triedAtMs = Date.now() - hour;
  write("old.ts", 2 * hour);
  write("new.ts", 1_000);
  // By a clock that is ahead, or unpacked so: it would count every time.
  write("future.ts", -hour);
  expect(changedSince(sourceFiles(folder, triedAtMs))).toEqual([at("new.ts")]);
});
