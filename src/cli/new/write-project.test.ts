import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeProject } from "./write-project.js";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "coconut-write-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const text = (path: string) => readFileSync(join(folder, path), "utf8");

test("files are made with their folders, and files that were there appear whole", () => {
  writeFileSync(join(folder, "package.json"), "before");
  writeProject(folder, [
    { path: "package.json", text: "after", before: "before" },
    { path: "src/deep/index.ts", text: "export {};\n" },
  ]);
  expect(text("package.json")).toBe("after");
  expect(text("src/deep/index.ts")).toBe("export {};\n");
  expect(readdirSync(folder).sort()).toEqual(["package.json", "src"]);
});

test("a folder that is not there is made", () => {
  writeProject(join(folder, "new/shop"), [{ path: "main.ts", text: "" }]);
  expect(text("new/shop/main.ts")).toBe("");
});

test("when one cannot be written, all others are taken back", () => {
  writeFileSync(join(folder, ".gitignore"), "before");
  // A link to itself has nothing that could be written.
  symlinkSync("package.json", join(folder, "package.json"));
  const writes = [
    { path: ".gitignore", text: "after", before: "before" },
    { path: "package.json", text: "after", before: "before" },
    { path: "src/deep/index.ts", text: "" },
    { path: "main.ts", text: "" },
  ];
  expect(() => writeProject(folder, writes)).toThrow(/cli\/file-access[^]*No files were created/);
  expect(text(".gitignore")).toBe("before");
  expect(readdirSync(folder).sort()).toEqual([".gitignore", "package.json"]);
});

test("nothing unfinished stays when a file cannot take its place", () => {
  mkdirSync(join(folder, "package.json"));
  const writes = [{ path: "package.json", text: "after", before: "before" }];
  expect(() => writeProject(folder, writes)).toThrow(/No files were created/);
  expect(readdirSync(folder)).toEqual(["package.json"]);
});

test("what has appeared meanwhile is not overwritten", () => {
  writeFileSync(join(folder, "main.ts"), "mine");
  expect(() =>
    writeProject(folder, [
      { path: "a/b.ts", text: "" },
      { path: "main.ts", text: "theirs" },
    ]),
  ).toThrow(/already exists/);
  expect(text("main.ts")).toBe("mine");
  expect(existsSync(join(folder, "a"))).toBe(false);
});
