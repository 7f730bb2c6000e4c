import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { packageCode } from "./package-code.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "coconut-code-")));
afterAll(() => rmSync(root, { recursive: true }));
let project = root;
let count = 0;
beforeEach(() => {
  project = join(root, `project-${++count}`);
});

type Files = Readonly<Record<string, string | object>>;

function write(files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
}

const installed = (name: string, more: object = {}): Files => ({
  [`node_modules/${name}/package.json`]: { name, version: "1.0.0", ...more },
});

const codeOf = (path: string) => packageCode([join(project, path)], join(project, "app"));
const seals = (path: string) => Object.fromEntries(codeOf(path).map(({ name, seal }) => [name, seal]));

describe("what a package depends on", () => {
  test("is found as Node finds it, through circles, and told in a fixed order", () => {
    write({
      ...installed("a", { dependencies: { b: "*" }, optionalDependencies: { none: "*" } }),
      ...installed("b", { peerDependencies: { a: "*", c: "*" }, devDependencies: { d: "*" } }),
      ...installed("c"),
      ...installed("d"),
      "node_modules/b/node_modules/c/package.json": { name: "c", version: "2.0.0" },
    });
    expect(codeOf("node_modules/a").map(({ name, version, needs }) => [name, version, needs])).toEqual([
      ["a", "1.0.0", ["b@1.0.0"]],
      ["b", "1.0.0", ["a@1.0.0", "c@2.0.0"]],
      ["c", "2.0.0", []],
    ]);
  });

  test("is the same on another platform", () => {
    write({
      ...installed("a", { optionalDependencies: { "a-linux": "1.0.0" } }),
      ...installed("a-linux", { os: ["linux"] }),
    });
    expect(codeOf("node_modules/a")).toMatchObject([{ name: "a", needs: [] }]);
  });

  test("may be missing a package.json, or have one that says nothing", () => {
    write({ "node_modules/a/index.js": "", "node_modules/b/package.json": "[" });
    expect(codeOf("node_modules/a")).toMatchObject([{ name: "a", version: "0.0.0" }]);
    expect(codeOf("node_modules/b")).toMatchObject([{ name: "b", version: "0.0.0" }]);
  });
});

describe("an installed package", () => {
  const both = { ...installed("@acme/a", { dependencies: { b: "*" } }), ...installed("b") };

  test.each<[file: string, content: string | object]>([
    [
      "package-lock.json",
      {
        packages: {
          "node_modules/@acme/a": { version: "1.0.0", integrity: "sha512-a" },
          "node_modules/b": { version: "1.0.0", resolved: "git+ssh://git@host/b.git#abc" },
        },
      },
    ],
    [
      "node_modules/.package-lock.json",
      {
        packages: {
          "node_modules/@acme/a": { version: "1.0.0", integrity: "sha512-a" },
          "node_modules/b": { version: "1.0.0", integrity: "git+ssh://git@host/b.git#abc" },
        },
      },
    ],
    [
      "pnpm-lock.yaml",
      `packages:\n\n  '@acme/a@1.0.0':\n    resolution: {integrity: sha512-a}\n\n  /b@1.0.0(c@1.0.0):\n    resolution: {integrity: git+ssh://git@host/b.git#abc, tarball: x}\n`,
    ],
    [
      "yarn.lock",
      `"@acme/a@*", "@acme/a@^1.0.0":\n  version "1.0.0"\n  resolved "https://host/a.tgz"\n  integrity sha512-a\n\nb@*:\n  version "1.0.0"\n  integrity git+ssh://git@host/b.git#abc\n`,
    ],
  ])("is known by its integrity in %s", (file, content) => {
    write({ ...both, [file]: content });
    expect(seals("node_modules/@acme/a")).toEqual({
      "@acme/a": "integrity sha512-a",
      b: "integrity git+ssh://git@host/b.git#abc",
    });
  });

  test.each<[what: string, files: Files]>([
    ["without a lock file", {}],
    ["with a lock file that has it not", { "package-lock.json": { packages: {} } }],
    ["with a lock file of the first kind", { "package-lock.json": { dependencies: {} } }],
    ["with a lock file that cannot be read", { "package-lock.json": "{" }],
    [
      "that has another version than the lock file says",
      {
        "package-lock.json": { packages: { "node_modules/b": { version: "2.0.0", integrity: "sha512-b" } } },
      },
    ],
  ])("is known by its content: %s", (_, files) => {
    write({ ...both, ...files });
    const before = seals("node_modules/b")["b"]!;
    expect(before).toMatch(/^content [0-9a-f]{64}$/);
    write({ "node_modules/b/index.js": "1" });
    expect(seals("node_modules/b")["b"]).not.toBe(before);
  });

  test("of a member of a workspace is in the lock file above", () => {
    write({
      "packages/x/node_modules/b/package.json": { name: "b", version: "1.0.0" },
      "package-lock.json": {
        packages: { "packages/x/node_modules/b": { version: "1.0.0", integrity: "sha512-b" } },
      },
    });
    expect(seals("packages/x/node_modules/b")).toEqual({ b: "integrity sha512-b" });
  });
});

describe("the content of a linked package", () => {
  const linked: Files = {
    "cloud/package.json": { name: "cloud", version: "1.0.0" },
    "cloud/index.js": "1",
    "cloud/lib/part.js": "2",
  };
  const content = () => seals("cloud")["cloud"]!;

  test.each<[what: string, files: Files, isOther: boolean]>([
    ["a file that changed", { "cloud/lib/part.js": "3" }, true],
    ["a new file", { "cloud/lib/data.yaml": "x" }, true],
    ["text that moved from one file to the next", { "cloud/index.js": "12", "cloud/lib/part.js": "" }, true],
    ["documentation", { "cloud/README.md": "x", "cloud/index.js.map": "{}" }, false],
    ["what tools keep", { "cloud/.git/HEAD": "x", "cloud/node_modules/d/index.js": "1" }, false],
  ])("%s", (_, files, isOther) => {
    write(linked);
    const before = content();
    write(files);
    expect(content() !== before).toBe(isOther);
  });

  test("is the same in another place and at another time, and in a link to it", () => {
    write(linked);
    const before = content();
    utimesSync(join(project, "cloud/index.js"), 1, 1);
    expect(content()).toBe(before);
    mkdirSync(join(project, "node_modules"));
    symlinkSync("../cloud", join(project, "node_modules/cloud"));
    expect(seals("node_modules/cloud")["cloud"]).toBe(before);
    project = join(root, `project-${++count}`);
    write(linked);
    expect(content()).toBe(before);
  });

  test("is what would be published, if its package.json says that", () => {
    write({ ...linked, "cloud/package.json": { name: "cloud", version: "1.0.0", files: ["lib", "gone"] } });
    const before = content();
    write({ "cloud/index.js": "changed" });
    expect(content()).toBe(before);
    write({ "cloud/lib/part.js": "changed" });
    expect(content()).not.toBe(before);
  });

  test("is not that of the project inside it, nor of folders that links lead to", () => {
    write({ ...linked, "outside/file": "1", "cloud/examples/x/main.ts": "1" });
    symlinkSync("../outside", join(project, "cloud/elsewhere"));
    symlinkSync("..", join(project, "cloud/lib/up"));
    const inside = () => packageCode([join(project, "cloud")], join(project, "cloud/examples/x"))[0]!.seal;
    const before = inside();
    write({ "outside/file": "2", "cloud/examples/x/main.ts": "2", "cloud/examples/x/it.plan": "3" });
    expect(inside()).toBe(before);
  });
});
