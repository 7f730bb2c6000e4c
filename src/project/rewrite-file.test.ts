import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemFiles, rewriteFile, withFileLock, type FilePorts } from "./rewrite-file.js";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "coconut-rewrite-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (path: string) => join(folder, path);
const increase = (text = "0") => String(Number(text) + 1);

test("a file that is missing is made, and nothing is left beside it", async () => {
  await rewriteFile(inFolder("a"), increase);
  expect(readFileSync(inFolder("a"), "utf8")).toBe("1");
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("a file whose text stays the same is left alone", async () => {
  writeFileSync(inFolder("a"), "1");
  const { ino } = statSync(inFolder("a"));
  await rewriteFile(inFolder("a"), (text) => text);
  await rewriteFile(inFolder("a"), () => undefined);
  expect(statSync(inFolder("a")).ino).toBe(ino);
});

test("what is done at once in one process is done one after the other, however the file is spelled", async () => {
  mkdirSync(inFolder("real"));
  symlinkSync("real", inFolder("linked"));
  symlinkSync("../real/a", inFolder("real/b"));
  const paths = ["real/a", "real/../real/a", "linked/a", "real/b", "linked/b"].map(inFolder);
  await Promise.all([...paths, ...paths].map((path) => rewriteFile(path, async (text) => increase(text))));
  expect(readFileSync(inFolder("real/a"), "utf8")).toBe("10");
  expect(readdirSync(inFolder("real"))).toEqual(["a", "b"]);
});

test("a change that fails changes nothing, and holds nobody up", async () => {
  const failing = rewriteFile(inFolder("a"), () => {
    throw new Error("no such key");
  });
  await expect(failing).rejects.toThrow("no such key");
  await rewriteFile(inFolder("a"), increase);
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("what an editor wrote meanwhile is what is changed", async () => {
  let calls = 0;
  await rewriteFile(inFolder("a"), (text) => {
    if (++calls === 1) writeFileSync(inFolder("a"), "40");
    return increase(text);
  });
  expect({ calls, text: readFileSync(inFolder("a"), "utf8") }).toEqual({ calls: 2, text: "41" });
});

test("whoever may write in the folder may wait for the lock", async () => {
  chmodSync(folder, 0o775);
  const mask = process.umask(0);
  try {
    await withFileLock(inFolder("a"), async () => {
      expect(statSync(inFolder(".a.lock")).mode & 0o777).toBe(0o660);
    });
  } finally {
    process.umask(mask);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that is missing is the business of who writes", async () => {
  await expect(rewriteFile(inFolder("none/a"), increase)).rejects.toThrow("ENOENT");
});

test("where there are no locks, the file is still changed", async () => {
  const ports: FilePorts = { ...systemFiles, lock: async () => "none" };
  await rewriteFile(inFolder("a"), increase, ports);
  expect(readFileSync(inFolder("a"), "utf8")).toBe("1");
});

test("a lock that is never released is said, and nothing is written", async () => {
  const ports: FilePorts = { ...systemFiles, lock: async () => "held" };
  await expect(rewriteFile(inFolder("a"), increase, ports)).rejects.toThrow("engine/file-locked");
  expect(readdirSync(folder)).toEqual([]);
});
