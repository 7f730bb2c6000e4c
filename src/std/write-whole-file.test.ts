import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pathBeside, placeNewFile, tidyBeside } from "./file-beside.js";
import { writeNewFile, writeWholeFile } from "./write-whole-file.js";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "coconut-whole-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function linkTo(path: string): string {
  const link = join(temporaryFolder(), "link");
  symlinkSync(path, link);
  return link;
}

/** Root is allowed everything, so the work is done as another user. */
function asNobody(work: () => void): void {
  if (process.geteuid!() !== 0) return work();
  process.seteuid!(65_534);
  try {
    work();
  } finally {
    process.seteuid!(0);
  }
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("a new file has the mode that was asked for, and nothing is left beside it", () => {
  const folder = temporaryFolder();
  writeWholeFile(join(folder, "a"), "one", 0o600);
  expect([readFileSync(join(folder, "a"), "utf8"), modeOf(join(folder, "a"))]).toEqual(["one", 0o600]);
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("a file that was there keeps its mode, and a link its target", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "elsewhere"));
  writeFileSync(join(folder, "elsewhere/real"), "old");
  chmodSync(join(folder, "elsewhere/real"), 0o640);
  symlinkSync("elsewhere/real", join(folder, "link"));
  writeWholeFile(join(folder, "link"), new Uint8Array([110, 101, 119]), 0o600);
  expect(readFileSync(join(folder, "elsewhere/real"), "utf8")).toBe("new");
  expect(modeOf(join(folder, "elsewhere/real"))).toBe(0o640);
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(folder, "elsewhere"))).toEqual(["real"]);
});

test("whoever has the old one open reads it to its end: no byte of it is touched", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a"), "old");
  const before = statSync(join(folder, "a")).ino;
  writeWholeFile(join(folder, "a"), "new");
  expect(statSync(join(folder, "a")).ino).not.toBe(before);
});

test("what is no file is written to", async () => {
  const folder = temporaryFolder();
  const pipe = join(folder, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  const reader = readFile(pipe, "utf8");
  writeWholeFile(pipe, "through");
  expect(await reader).toBe("through");
  expect(readdirSync(folder)).toEqual(["pipe"]);
});

test("a link to nothing stays a link, and what it leads to is made", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "elsewhere/deep"), { recursive: true });
  symlinkSync("elsewhere/deep", join(folder, "short"));
  symlinkSync("../real", join(folder, "elsewhere/deep/second"));
  symlinkSync("short/second", join(folder, "first"));
  writeWholeFile(join(folder, "first"), "new");
  expect(readFileSync(join(folder, "elsewhere/real"), "utf8")).toBe("new");
  expect(readdirSync(join(folder, "elsewhere")).toSorted()).toEqual(["deep", "real"]);
  symlinkSync("round", join(folder, "round"));
  expect(() => writeWholeFile(join(folder, "round"), "x")).toThrow("ELOOP");
});

test.each([
  ["by its number", (file: number) => `/dev/fd/${file}`],
  ["by a link to that", (file: number) => linkTo(`/dev/fd/${file}`)],
])("an open file %s is written to where it stands", (_, named) => {
  const folder = temporaryFolder();
  const file = openSync(join(folder, "a"), "w");
  writeFileSync(file, "before ");
  writeWholeFile(named(file), "this");
  writeFileSync(file, " and after");
  closeSync(file);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("before this and after");
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("a file that may be written, in a folder that may not, is refused with the reason", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a"), "old");
  chmodSync(join(folder, "a"), 0o666);
  chmodSync(folder, 0o555);
  asNobody(() =>
    expect(() => writeWholeFile(join(folder, "a"), "new")).toThrow("EACCES: its folder is not writable"),
  );
  chmodSync(folder, 0o755);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["a"]);
});

// Only root can act as another user.
test.runIf(process.geteuid?.() === 0)(
  "so is one of somebody else's where only its owner may replace it",
  () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a"), "old");
    chmodSync(join(folder, "a"), 0o666);
    chmodSync(folder, 0o1777);
    asNobody(() =>
      expect(() => writeWholeFile(join(folder, "a"), "new")).toThrow("EPERM: it cannot be replaced"),
    );
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a"]);
  },
);

test("what cannot be written leaves nothing behind", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "taken"));
  expect(() => writeWholeFile(join(folder, "taken"), "x")).toThrow("EISDIR");
  expect(() => writeWholeFile(join(folder, "missing/a"), "x")).toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual(["taken"]);
});

test("what killed writers left is taken away when it is old, and only that", () => {
  const folder = temporaryFolder();
  const file = join(folder, "a");
  const [old, young] = [pathBeside(file), pathBeside(file)];
  const others = [
    pathBeside(join(folder, "b")),
    join(folder, ".a.mine"),
    join(folder, ".a.0123456789ab.old"),
  ];
  for (const each of [old, `${old}-wal`, young, ...others]) writeFileSync(each, "half");
  const anHourAgo = Date.now() / 1000 - 3700;
  for (const each of [old, `${old}-wal`, ...others]) utimesSync(each, anHourAgo, anHourAgo);
  writeWholeFile(file, "whole");
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual([file, young, ...others].sort());
});

test("the other name of a file is taken away, however young it is", () => {
  const folder = temporaryFolder();
  const file = join(folder, "a");
  const [placed, young] = [pathBeside(file), pathBeside(file)];
  for (const each of [placed, young]) writeFileSync(each, "whole");
  placeNewFile(placed, file);
  tidyBeside(file);
  expect(readdirSync(folder).toSorted()).toEqual([basename(young), "a"].toSorted());
});

test("of two that are put in one place the first stays", () => {
  const folder = temporaryFolder();
  const path = join(folder, "a");
  const [one, two] = [pathBeside(path), pathBeside(path)];
  writeFileSync(one, "one");
  writeFileSync(two, "two");
  expect([placeNewFile(one, path), placeNewFile(two, path)]).toEqual([true, false]);
  expect(readFileSync(path, "utf8")).toBe("one");
  expect(() => placeNewFile(join(folder, "none"), join(folder, "b"))).toThrow("ENOENT");
});

test("a new file takes nobody's place, not even that of a link which leads nowhere", () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, "key"), join(folder, "link")];
  symlinkSync("missing", link);
  expect([
    writeNewFile(file, "first", 0o600),
    writeNewFile(file, "second"),
    writeNewFile(link, "third"),
  ]).toEqual([true, false, false]);
  expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["first", 0o600]);
  expect(readdirSync(folder).toSorted()).toEqual(["key", "link"]);
});
