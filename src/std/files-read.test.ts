import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changedSince, joinedReads, readAgain, readNow, type FilesRead } from "./files-read.js";

describe("what was read", () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => writeFileSync(at(name), text);
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "coconut-read-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("has changed when its content has, and by nothing less", () => {
    write("a", "1");
    const read = readNow([at("a"), at("missing"), at("a")]);
    expect(Object.keys(read.files)).toEqual([at("a"), at("missing")]);
    write("a", "1");
    utimesSync(at("a"), new Date(), new Date(0));
    chmodSync(at("a"), 0o600);
    expect(changedSince(read)).toEqual([]);
    write("a", "2");
    write("missing", "");
    expect(changedSince(read)).toEqual([at("a"), at("missing")]);
    expect(changedSince(readAgain(read))).toEqual([]);
    // A folder takes the place of a file.
    rmSync(at("a"));
    mkdirSync(at("a"));
    expect(changedSince(readAgain(read))).toEqual([]);
  });

  test("has changed when there is a folder where nothing was, and is never waited for", () => {
    const read = readNow([at("letters")]);
    mkdirSync(at("letters"));
    expect(changedSince(read)).toEqual([at("letters")]);
    execFileSync("mkfifo", [at("pipe")]);
    expect(changedSince(readNow([at("pipe")]))).toEqual([]);
  });

  test("is not read into memory if it is large", () => {
    write("large", "");
    truncateSync(at("large"), 5 * 1024 ** 3);
    const read = readNow([at("large")]);
    expect(read.files[at("large")]).not.toBe("");
    truncateSync(at("large"), 5 * 1024 ** 3 + 1);
    expect(changedSince(read)).toEqual([at("large")]);
  });

  test("is of folders the names that an import could mean, and of trees everything", () => {
    mkdirSync(at("deep"));
    const names = readAgain({ files: {}, folders: { [folder]: "" }, trees: {} });
    const tree = readNow([folder]);
    const changed = () => [names, tree].map((each) => changedSince(each).length);
    mkdirSync(at("node_modules"));
    write("node_modules/x.ts", "1");
    mkdirSync(at(".coconut"));
    write(".coconut/dev.db", "1");
    expect(changed()).toEqual([1, 0]);
    rmSync(at("node_modules"), { recursive: true });
    write("deep/notes.md", "1");
    expect(changed()).toEqual([0, 1]);
    write("new.ts", "1");
    expect(changed()).toEqual([1, 1]);
  });

  test("together is all of it, the last word counting", () => {
    const read = (hash: string): FilesRead => ({ files: { "/a": hash }, folders: {}, trees: {} });
    const other: FilesRead = { files: { "/b": "1" }, folders: { "/c": "2" }, trees: { "/d": "3" } };
    expect(joinedReads(read("old"), other, read("new"))).toEqual({
      files: { "/a": "new", "/b": "1" },
      folders: { "/c": "2" },
      trees: { "/d": "3" },
    });
  });
});
