import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectFolder } from "./project-folder.js";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "coconut-folder-")));
});
afterEach(() => rmSync(top, { recursive: true }));

function write(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(top, file)), { recursive: true });
    writeFileSync(join(top, file), "");
  }
}

describe("the project of a folder", () => {
  test.each<[says: string, files: readonly string[], start: string, found: string]>([
    ["is itself", ["a/coconut.json", "coconut.json"], "a", "a"],
    ["is the nearest with settings", ["coconut.json", "a/b/c/x.ts"], "a/b/c", "."],
    ["is the nearest with a program", ["a/main.ts", "a/b/x.ts"], "a/b", "a"],
    ["is the nearer of two", ["coconut.json", "a/coconut.json", "a/b/x.ts"], "a/b", "a"],
    ["has a package of its own", ["coconut.json", "a/main.ts", "a/package.json", "a/b/x"], "a/b", "a"],
    ["has state of its own", ["coconut.json", "a/main.js", "a/.coconut/dev.db"], "a", "a"],
    ["has lost its program", ["coconut.json", "a/.coconut/dev.db", "a/b/x"], "a/b", "a"],
    ["does not begin with the main file of an app in it", ["coconut.json", "a/src/main.ts"], "a/src", "."],
    ["is what has the main file where there are no settings", ["main.ts", "a/main.ts", "a/b/x"], "a/b", "a"],
    ["is nearer than a package", ["main.ts", "package.json", "a/main.ts"], "a", "a"],
    ["is none because of a cache", ["coconut.json", "a/.coconut/cache/x"], "a", "."],
    ["is none because of a package", ["coconut.json", "a/package.json"], "a", "."],
    [
      "is not a package that is installed",
      ["coconut.json", "node_modules/p/main.js", "node_modules/p/package.json", "node_modules/p/lib/x"],
      "node_modules/p/lib",
      ".",
    ],
    ["is the folder where there is none", ["a/x.ts"], "a", "a"],
  ])("%s", (_, files, start, found) => {
    write(...files);
    expect(projectFolder(join(top, start), { home: undefined })).toBe(join(top, found));
  });

  test("is not the home folder, unless coco is started there", () => {
    write("coconut.json", "home/main.ts", "home/package.json", "home/work/x");
    const home = join(top, "home");
    expect(projectFolder(join(home, "work"), { home })).toBe(join(home, "work"));
    expect(projectFolder(home, { home })).toBe(home);
    rmSync(join(home, "main.ts"));
    expect(projectFolder(home, { home })).toBe(home);
  });

  test("is above the folder that a link leads to", () => {
    write("shop/coconut.json", "shop/src/x", "elsewhere/coconut.json");
    symlinkSync(join(top, "shop/src"), join(top, "elsewhere/link"));
    expect(projectFolder(join(top, "elsewhere/link"), { home: undefined })).toBe(join(top, "shop"));
  });

  test("is none for a folder that does not exist", () => {
    write("coconut.json");
    expect(projectFolder(join(top, "gone/deep"), { home: undefined })).toBe(join(top, "gone/deep"));
  });

  test("is none for what no file system could have", () => {
    const long = join(top, "a".repeat(100_000));
    expect(projectFolder(long, { home: undefined })).toBe(long);
    write("coconut.json");
    const file = join(top, "coconut.json");
    expect(projectFolder(file, { home: undefined })).toBe(file);
  });

  test("may belong to the owner of the folder or to root, and to nobody else unless it is named", () => {
    write("coconut.json", "a/x");
    const found = (owners: Readonly<Record<string, number>>) =>
      projectFolder(join(top, "a"), { home: undefined, ownerOf: (path) => owners[path] ?? 4001 });
    const settings = join(top, "coconut.json");
    expect(found({})).toBe(top);
    expect(found({ [settings]: 0 })).toBe(top);
    expect(() => found({ [settings]: 4002 })).toThrow("cli/project-of-another-user");
    expect(projectFolder(top, { home: undefined, ownerOf: () => 4002 })).toBe(top);
  });
});
