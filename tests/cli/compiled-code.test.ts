import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { ShippedPackage } from "../support/shipped-package.js";

const shipped = new ShippedPackage();
const projects = realpathSync(mkdtempSync(join(tmpdir(), "coconut-compiled-")));
afterAll(() => {
  shipped.remove();
  rmSync(projects, { recursive: true, force: true });
});

let project = "";
beforeEach(() => {
  project = mkdtempSync(join(projects, "project-"));
  mkdirSync(join(project, "node_modules/@coconut"), { recursive: true });
  symlinkSync(shipped.folder, join(project, "node_modules/@coconut/coconut"), "junction");
  writeFileSync(join(project, "main.ts"), `console.log("as it is written");\n`);
});

/** By a shell that leaves new files open to everybody. */
const coco = (word: string) =>
  execFileSync("sh", ["-c", 'umask 000; exec "$0" "$@"', process.execPath, shipped.command, word], {
    cwd: project,
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, COCONUT_KEY_FILE: join(projects, "key") },
  });

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) => [
  ...new Set(readdirSync(folder).map((name) => modeOf(join(folder, name)))),
];
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** What somebody else may have done to a folder and what is in it. Only root can give files away. */
const strangers: readonly (readonly [what: string, act: (folder: string) => void, isPossible: boolean])[] = [
  ["a folder that everybody may write", (folder) => chmodSync(folder, 0o777), true],
  ["a folder that a group may write", (folder) => chmodSync(folder, 0o770), true],
  ["files that everybody may write", (folder) => inEach(folder, (file) => chmodSync(file, 0o666)), true],
  ["a folder of another user", (folder) => chownSync(folder, nobody, nobody), isRoot],
  ["files of another user", (folder) => inEach(folder, (file) => chownSync(file, nobody, nobody)), isRoot],
];

function inEach(folder: string, act: (file: string) => void): void {
  for (const name of readdirSync(folder)) act(join(folder, name));
}

describe("what V8 compiled of the script", () => {
  const folder = join(shipped.folder, "dist/compiled");
  const keptFiles = () => readdirSync(folder).map((name) => join(folder, name));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("is for its owner alone, whatever the umask", () => {
    coco("help");
    expect({ folder: modeOf(folder), files: modesIn(folder) }).toEqual({ folder: "700", files: ["600"] });
  });

  /** Compiled from other code of the same length, by which V8 knows a script. */
  const planted = mkdtempSync(join(dirname(shipped.folder), "planted-"));
  const plant = () => {
    if (readdirSync(planted).length === 0) {
      cpSync(shipped.folder, planted, { recursive: true });
      const told = "Create a project from a template, or list the templates";
      const altered = join(planted, "dist/cli/begin.cjs");
      const text = readFileSync(altered, "latin1");
      expect(text).toContain(told);
      writeFileSync(
        altered,
        text.replace(told, "Run the code of somebody else".padEnd(told.length, "!")),
        "latin1",
      );
      execFileSync(process.execPath, [join(planted, "dist/cli/main.js"), "help"], { stdio: "ignore" });
    }
    coco("help");
    cpSync(join(planted, "dist/compiled"), folder, { recursive: true });
    for (const file of keptFiles()) chmodSync(file, 0o600);
  };

  test("would be run as it is, if it were its owner's", () => {
    plant();
    expect(coco("help")).toContain("the code of somebody else");
  });

  for (const [what, act, isPossible] of strangers)
    test.runIf(isPossible)(`is not used in ${what}`, () => {
      plant();
      act(folder);
      expect(coco("help")).not.toContain("the code of somebody else");
      expect(coco("help")).not.toContain("the code of somebody else");
    });

  test("a folder that was open is made anew", () => {
    plant();
    writeFileSync(join(folder, "planted"), "");
    chmodSync(folder, 0o777);
    coco("help");
    expect({ folder: modeOf(folder), files: modesIn(folder) }).toEqual({ folder: "700", files: ["600"] });
    expect(readdirSync(folder)).not.toContain("planted");
  });

  test("nothing is put where a link leads", () => {
    const elsewhere = mkdtempSync(join(projects, "elsewhere-"));
    symlinkSync(elsewhere, folder);
    expect(coco("help")).toContain("coco help <command>");
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("goes when it is old, or when there is much of it", () => {
    mkdirSync(folder, { mode: 0o700 });
    const old = new Date(Date.now() - 60 * 24 * 3_600_000);
    for (let number = 0; number < 100; number++) writeFileSync(join(folder, `v1-recent-${number}`), "");
    mkdirSync(join(folder, "v2-by-node"));
    for (const name of ["v2-by-node", "v1-old"]) {
      if (name === "v1-old") writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), old, old);
    }
    coco("help");
    const left = readdirSync(folder);
    expect(left.filter((name) => name.startsWith(process.version))).toHaveLength(1);
    expect(left).not.toContain("v1-old");
    expect(left).not.toContain("v2-by-node");
    expect(left.length).toBeLessThan(60);
  });
});

describe("a compiled program", () => {
  const cache = () => join(project, ".coconut/cache");
  const entryFile = () =>
    join(
      cache(),
      readdirSync(cache()).find((name) => name.endsWith(".json"))!,
    );
  const plan = () => coco("plan");

  test("is for its owner alone, whatever the umask", () => {
    plan();
    expect({ folder: modeOf(cache()), files: modesIn(cache()) }).toEqual({ folder: "700", files: ["600"] });
  });

  interface Entry {
    readonly outputs: { readonly program: { readonly name: string; hash: string } };
  }

  /** Another program, and the entry that vouches for it. */
  const plant = () => {
    expect(plan()).toContain("as it is written");
    const entry = JSON.parse(readFileSync(entryFile(), "utf8")) as Entry;
    const { program } = entry.outputs;
    const text = readFileSync(join(cache(), program.name), "utf8").replace("as it is written", "planted");
    writeFileSync(join(cache(), program.name), text);
    program.hash = createHash("sha256").update(text).digest("hex");
    writeFileSync(entryFile(), JSON.stringify(entry));
  };

  test("would be run as it is, if it were its owner's", () => {
    plant();
    expect(plan()).toContain("planted");
  });

  test.each(strangers.slice(0, 3).map(([what, act]) => ({ what, act })))(
    "is not used in $what, and made again",
    ({ act }) => {
      plant();
      act(cache());
      expect(plan()).toContain("as it is written");
      expect({ folder: modeOf(cache()), files: modesIn(cache()) }).toEqual({ folder: "700", files: ["600"] });
    },
  );

  test.runIf(isRoot)("is not used in files of another user", () => {
    plant();
    inEach(cache(), (file) => chownSync(file, nobody, nobody));
    expect(plan()).toContain("as it is written");
  });

  test.runIf(isRoot)("is refused in a folder of another user, unless the project is theirs", () => {
    plan();
    chownSync(cache(), nobody, nobody);
    expect(plan).toThrow("program/cache-unwritable");
    chownSync(project, nobody, nobody);
    expect(plan()).toContain("as it is written");
  });

  test("goes when there are many", () => {
    for (let number = 0; number < 20; number++) {
      writeFileSync(join(project, "main.ts"), `console.log("number ${number}");\n`);
      expect(plan()).toContain(`number ${number}`);
    }
    const programs = readdirSync(cache()).filter((name) => /^[0-9a-f]{32}\.mjs$/.test(name));
    expect(programs.length).toBeLessThanOrEqual(16);
    const latest = programs.map((name) => statSync(join(cache(), name)).mtimeMs).sort((a, b) => b - a)[0]!;
    expect(statSync(entryFile()).mtimeMs).toBeGreaterThanOrEqual(latest);
  });
});
