import { afterAll, describe, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { displayWidth } from "../../src/std/display-width.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { Finished, Started } from "../support/built-package.js";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
const elsewhere = mkdtempSync(join(tmpdir(), "coconut-doctor-"));
const started: Started[] = [];
afterAll(async () => {
  for (const each of started) each.kill("SIGKILL");
  await Promise.all(started.map(({ finished }) => finished));
  rmSync(elsewhere, { recursive: true, force: true });
  projects.remove();
});

interface Check {
  readonly group: string;
  readonly name: string;
  readonly state: "ok" | "note" | "warning" | "problem";
  readonly detail: string;
  readonly hint?: string;
}

interface Examined {
  readonly status: number | null;
  readonly checks: readonly Check[];
  /** All that are not ok, as `state group/name`. */
  readonly found: readonly string[];
  one(name: string): Check | undefined;
}

function examined({ status, output, errors }: Finished): Examined {
  expect(errors).toBe("");
  const { checks, diagnostics, exitCode } = JSON.parse(output) as {
    checks: readonly Check[];
    diagnostics: readonly unknown[];
    exitCode: number;
  };
  expect(diagnostics).toEqual([]);
  expect(exitCode).toBe(status);
  const found = checks.filter(({ state }) => state !== "ok");
  return {
    status,
    checks,
    found: found.map(({ state, group, name }) => `${state} ${group}/${name}`),
    one: (name) => checks.find((each) => each.name === name),
  };
}

const doctor = async (shop: CocoProject, ...more: readonly string[]) =>
  examined(await shop.coco("doctor", "--json", ...more));

/** With a key of its own, so that it can be lost. */
async function doctorWith(
  shop: CocoProject,
  environment: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Examined> {
  return examined(await shop.cocoWith({ environment }, "doctor", "--json", ...more));
}

/** A project whose stack dev has a box. */
async function applied(files: Readonly<Record<string, string>> = {}): Promise<CocoProject> {
  const shop = projects.project(`${imports}new Box("a", { label: "a" });`, files);
  expect((await shop.coco("apply", "-y")).status).toBe(0);
  return shop;
}

/** What is in every file of a project; those that SQLite has beside an open one hold nothing after it. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => !/^node_modules|-(wal|shm)$/.test(path) && statSync(join(folder, path)).isFile(),
  );
  const hash = (path: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, path)))
      .digest("hex");
  return Object.fromEntries(files.map((path) => [path, hash(path)]));
}

describe.concurrent("coco doctor", { timeout: 120_000 }, () => {
  test("finds a healthy project healthy, and changes nothing in it", async () => {
    const shop = await applied();
    await shop.coco("stack", "new", "staging");
    // Nothing of the program is run.
    shop.files.write({ "main.ts": `throw new Error("stop");\n` });
    const before = bytesOf(shop.files.folder);
    const { output, errors, status } = await shop.coco("doctor");
    expect({ errors, status }).toEqual({ errors: "", status: 0 });
    expect(output).toMatch(/^Machine\n {2}✓ coco {2}/);
    for (const group of ["Project", "Packages", "Store", "Stack dev", "Stack staging"])
      expect(output).toContain(`\n\n${group}\n`);
    expect(output).toMatch(/✓ shelf +1\.0\.0 from \.\/shelf\.ts\n/);
    expect(output).toMatch(/\n\nNo problems found\.\n$/);
    const { checks, found } = await doctor(shop);
    expect(found).toEqual([]);
    expect(checks.every(({ group, name, detail }) => [group, name, detail].every(Boolean))).toBe(true);
    expect((await doctor(shop, "-s", "staging")).checks.map(({ group }) => group)).not.toContain("Stack dev");
    expect(bytesOf(shop.files.folder)).toEqual(before);
  });

  test("finds nothing wrong with an example in the folder of its package", async () => {
    const shop = projects.project("export {};", { "example/main.ts": "export {};\n" });
    const { found, one } = examined(
      await shop.files.node(projects.command, "doctor", "--json", "-C", shop.files.path("example")),
    );
    expect(found).toEqual([]);
    expect(one("package.json")!.detail).toBe("ES modules");
  });

  test("says all that it prints in the reference", async () => {
    const page = readFileSync(new URL("../../docs/reference/json.md", import.meta.url), "utf8");
    expect(page).toMatch(/`doctor` \| `checks: \[\{ group, name, state, detail, hint \}\]`/);
  });

  test("checks the machine alone where there is no project, and says so", async () => {
    const folder = mkdtempSync(join(elsewhere, "none-"));
    const shop = await applied();
    const { status, checks, found } = examined(
      await shop.files.node(projects.command, "doctor", "--json", "-C", folder),
    );
    expect(status).toBe(0);
    expect(found).toEqual(["note Project/program"]);
    expect(new Set(checks.map(({ group }) => group))).toEqual(new Set(["Machine", "Project"]));
    expect(checks.at(-1)!.detail).toContain("only the machine was checked");
    const nowhere = await shop.files.node(projects.command, "doctor", "-C", join(folder, "nowhere"));
    expect(nowhere).toMatchObject({ status: 1, errors: "" });
    expect(nowhere.output).toMatch(/✗ folder +The folder .*nowhere does not exist\.\n[^]*\n1 problem\.\n$/);
  });

  test("says what is at the other end only if asked, and fits a narrow terminal", async () => {
    const shop = await applied();
    expect((await doctor(shop)).one("width")).toBeUndefined();
    expect((await doctor(shop, "-v")).one("answers")).toMatchObject({ group: "Terminal", state: "ok" });
    chmodSync(shop.files.path(".coconut"), 0o755);
    const narrow = await shop.cocoWith({ environment: { COLUMNS: "40" } }, "doctor", "-v");
    const wide = narrow.output.split("\n").filter((line) => displayWidth(line) > 40);
    expect(wide.filter((line) => !line.trim().startsWith("chmod "))).toEqual([]);
    expect(narrow.output).toContain("40 columns");
  });

  test("goes on where coconut.json cannot be read", async () => {
    const shop = await applied();
    shop.files.write({ "coconut.json": `{ "name": "shop", ` });
    const broken = await doctor(shop);
    expect(broken.status).toBe(1);
    expect(broken.found).toContain("problem Project/coconut.json");
    expect(
      broken.checks.find(({ group, name }) => group === "Stack dev" && name === "integrity"),
    ).toMatchObject({
      state: "ok",
    });
    shop.files.write({ "coconut.json": `{ "nam": "shop", "main": 3 }` });
    const wrong = await doctor(shop);
    expect(wrong.found.filter((each) => each.endsWith("coconut.json"))).toHaveLength(2);
    expect(wrong.one("coconut.json")!.detail).toContain(`did you mean "name"?`);
    shop.files.write({ "coconut.json": `{ "name": "other", "store": "postgres://here" }` });
    expect((await doctor(shop)).found).toEqual(["problem Store/stacks"]);
    shop.files.write({ "coconut.json": `{ "name": "other" }` });
    const other = await doctor(shop);
    expect(other.found).toEqual(["problem Stack dev/project"]);
    expect(other.one("project")!.hint).toContain(`"name": "shop"`);
  });

  test("goes on where the program is gone, or package.json cannot be read", async () => {
    const shop = await applied();
    rmSync(shop.files.path("main.ts"));
    shop.files.write({ "package.json": `{ "name": ` });
    const { status, found, one } = await doctor(shop);
    expect(status).toBe(1);
    expect(found).toEqual(
      expect.arrayContaining(["problem Project/program", "problem Project/package.json"]),
    );
    expect(one("integrity")).toMatchObject({ state: "ok" });
  });
});

describe.concurrent("coco doctor finds in a store", { timeout: 120_000 }, () => {
  test("bytes that were written over", async () => {
    const shop = await applied();
    const file = shop.files.path(".coconut/dev.db");
    const bytes = readFileSync(file);
    const damages: readonly ((copy: Buffer) => Buffer)[] = [
      (copy) => copy.fill(0x5a, 4096, copy.length - 4096),
      (copy) =>
        Buffer.from(copy.toString("latin1").replace("shelf:index:Box::a", "shelf:index:Box::b"), "latin1"),
      () => Buffer.from("this is no database, and never was one\n".repeat(20)),
      () => Buffer.alloc(0),
    ];
    for (const damage of damages) {
      const damaged = damage(Buffer.from(bytes));
      expect(damaged.equals(bytes)).toBe(false);
      writeFileSync(file, damaged);
      const { status, found } = await doctor(shop);
      expect(status).toBe(7);
      expect(found).toEqual(["problem Stack dev/integrity"]);
      expect(readFileSync(file).equals(damaged)).toBe(true);
    }
    const { output } = await shop.coco("doctor");
    expect(output).toMatch(
      /✗ integrity +\.coconut\/dev\.db is not a state file that Coconut can use: it is empty\.\n +Restore/,
    );
  });

  test("a file that cannot be opened, beside one that can", async () => {
    const shop = await applied();
    mkdirSync(shop.files.path(".coconut/staging.db"));
    const { status, found, one } = await doctor(shop);
    expect(status).toBe(1);
    expect(found).toEqual(["problem Stack staging/file"]);
    expect(one("integrity")).toMatchObject({ group: "Stack dev", state: "ok" });
    const missing = await doctor(shop, "-s", "prod");
    expect(missing.found).toEqual(["problem Stack prod/stack"]);
    expect(missing.one("stack")!.hint).toBe("Existing stacks: dev, staging.");
  });

  test("rights that others have", async () => {
    const shop = await applied();
    chmodSync(shop.files.path(".coconut/dev.db"), 0o604);
    chmodSync(shop.files.path(".coconut"), 0o750);
    const { status, found, one } = await doctor(shop);
    expect(status).toBe(0);
    expect(found).toEqual(["warning Store/permissions", "warning Store/permissions"]);
    expect(one("permissions")!.hint).toBe(
      `Restrict the permissions:\n    chmod 700 ${shop.files.path(".coconut")}`,
    );
    const { output } = await shop.coco("doctor");
    expect(output).toContain("\n2 warnings.\n");
  });

  test("a format that only a later version knows", async () => {
    const shop = await applied();
    const database = openDatabase(shop.files.path(".coconut/dev.db"));
    database.execute("update stack set format = 9");
    database.close();
    const { found, one } = await doctor(shop);
    expect(found).toEqual(["problem Stack dev/format"]);
    expect(one("format")!.detail).toContain("The state file has format 9");
  });

  test("a key that is missing, wrong or open to others", async () => {
    const key = join(mkdtempSync(join(elsewhere, "key-")), "key");
    const environment = { COCONUT_KEY_FILE: key };
    const shop = projects.project(`${imports}new Box("a", { label: "a" });`);
    expect((await shop.cocoWith({ environment }, "apply", "-y")).status).toBe(0);
    expect((await doctorWith(shop, environment)).one("key")!.detail).toBe(
      `The key file ${key} unlocks the stack.`,
    );
    chmodSync(key, 0o644);
    const open = await doctorWith(shop, environment);
    expect(open).toMatchObject({ status: 1, found: ["problem Stack dev/key"] });
    expect(open.one("key")!.hint).toContain(`chmod 600 ${key}`);
    renameSync(key, `${key}.kept`);
    const missing = await doctorWith(shop, environment);
    expect(missing).toMatchObject({ status: 1, found: ["problem Stack dev/key"] });
    expect(missing.one("key")!.detail).toContain("ENOENT");
    // What it looks for, it does not make.
    expect(existsSync(key)).toBe(false);
    copyFileSync(join(projects.built.folder, "key"), key);
    chmodSync(key, 0o600);
    expect((await doctorWith(shop, environment)).one("key")!.detail).toContain("contains key");
  });

  test("a passphrase that is missing or wrong, and settings that cannot be opened", async () => {
    const right = { COCONUT_PASSPHRASE: "correct horse battery" };
    const shop = projects.project(`${imports}new Box("a", { label: "a" });`);
    expect((await shop.cocoWith({ environment: right }, "apply", "-y")).status).toBe(0);
    expect((await doctorWith(shop, right)).found).toEqual([]);
    const missing = await doctor(shop);
    expect(missing).toMatchObject({ status: 1, found: ["problem Stack dev/key"] });
    expect(missing.one("key")!.hint).toContain("COCONUT_PASSPHRASE=…");
    const wrong = await doctorWith(shop, { COCONUT_PASSPHRASE: "wrong horse battery" });
    expect(wrong.found).toEqual(["problem Stack dev/key"]);
    expect(JSON.stringify(wrong.checks)).not.toContain("wrong horse");
    shop.files.write({ "coconut.dev.json": `{ "a": { "secret": "coconut-sealed-1 nothing" } }` });
    expect((await doctorWith(shop, right)).found).toEqual(["problem Stack dev/configuration"]);
  });
});

describe.concurrent("coco doctor finds of runs", { timeout: 120_000 }, () => {
  const slow = `${imports}new Box("a", { label: "a" }, { hooks: {} }); new Box("slow", { label: "slow" });`;
  const waiting = (isFindable: boolean) => `
import { existsSync } from "node:fs";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
export const shelf = defineProvider({ package: "shelf", version: "1.0.0" });
export const Plain = 0;
export const Box = shelf.resource("index:Box", {
  inputs: { label: v.string() },
  outputs: {},
  create: async ({ inputs }) => {
    if (inputs.label === "slow") {
      console.log("waiting");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    return { id: inputs.label, outputs: {} };
  },
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
  ${isFindable ? "find: async () => []," : ""}
});`;

  test.each([
    [true, "warning", "The next apply looks for the object."],
    [false, "problem", "the provider cannot find out whether the object exists."],
  ])(
    "who has the lock, and what is left of one that was killed; findable: %s",
    async (isFindable, state, fate) => {
      const shop = projects.project(slow.replace(", { hooks: {} }", ""), { "shelf.ts": waiting(isFindable) });
      const run = shop.start("apply", "-y");
      started.push(run);
      await run.said("waiting");
      const live = await doctor(shop);
      expect(live.status).toBe(0);
      expect(live.found).toEqual(["note Stack dev/lock", "note Stack dev/operations"]);
      expect(live.one("lock")!.detail).toMatch(
        /^A run holds the lock: apply by .*@.*, pid \d+, since \d{4}-.*Z \(run .*\)\.$/,
      );
      expect(live.one("operations")!.detail).toBe(`The create of shelf:index:Box "slow" is in progress.`);
      run.kill("SIGKILL");
      await run.finished;
      const before = await doctor(shop);
      const dead = await doctor(shop);
      expect(dead).toMatchObject({ status: isFindable ? 0 : 1, checks: before.checks });
      expect(dead.found).toEqual(["note Stack dev/lock", `${state} Stack dev/operations`]);
      expect(dead.one("lock")!.detail).toMatch(
        /^A run that crashed still holds the lock: .* takes it over automatically\.$/,
      );
      const { detail, hint } = dead.one("operations")!;
      expect(detail).toContain(fate);
      if (isFindable) return expect(hint).toBe("Resolve it:\n    coco apply");
      expect(hint).toContain("\n    coco recover slow --adopt <id>\n");
      const { output } = await shop.coco("doctor");
      const line = output
        .split("\n")
        .find((each) => each.includes("--absent"))!
        .trim();
      expect(line).toBe(`coco recover slow --absent -C ${shop.files.folder}`);
      expect((await shop.coco("recover", "slow", "--absent")).status).toBe(0);
      expect((await doctor(shop)).found).toEqual([]);
    },
  );
});

describe.concurrent("coco doctor finds of packages", { timeout: 120_000 }, () => {
  test("one whose module is gone, older than state, or not to be loaded", async () => {
    const shop = await applied();
    const module = readFileSync(shop.files.path("shelf.ts"), "utf8");
    const shelf = async (text: string) => {
      shop.files.write({ "shelf.ts": text });
      const { status, found, one } = await doctor(shop);
      return { status, found, said: `${one("shelf")!.detail} ${one("shelf")!.hint ?? ""}` };
    };
    const older = await shelf(module.replace(`version: "1.0.0"`, `version: "0.9.0"`));
    expect(older).toMatchObject({ status: 0, found: ["warning Packages/shelf"] });
    expect(older.said).toContain(
      "State was written by version 1.0.0, and ./shelf.ts is the older version 0.9.0.",
    );
    const throwing = await shelf(`throw new Error("not today");`);
    expect(throwing.found).toEqual(["warning Packages/shelf"]);
    expect(throwing.said).toContain("not today");
    const leaving = await shelf(`console.log("bye"); process.exit(0);`);
    expect(leaving).toMatchObject({ status: 1, found: ["problem Packages/shelf"] });
    expect(leaving.said).toContain("ended the process with 0 while loading");
    rmSync(shop.files.path("shelf.ts"));
    const { status, found, one } = await doctor(shop);
    expect({ status, found }).toEqual({ status: 1, found: ["problem Packages/shelf"] });
    expect(one("shelf")!.detail).toContain("The project has no file ./shelf.ts.");
  });

  test("those that the files of the project name, and more than one copy of Coconut", async () => {
    const shop = await applied({
      "package.json": JSON.stringify({
        name: "shop",
        dependencies: { missing: "*", one: "*", two: "*" },
      }),
      ...Object.fromEntries(
        ["one", "two"].map((name) => [
          `node_modules/${name}/package.json`,
          JSON.stringify({ name, coconut: { package: "cloud", provider: "./provider.js" } }),
        ]),
      ),
      "node_modules/one/node_modules/@coconut/coconut/package.json": `{ "name": "@coconut/coconut" }`,
    });
    const { status, found, one, checks } = await doctor(shop);
    expect(status).toBe(1);
    expect(found).toEqual([
      "note Project/package.json",
      "warning Project/copies",
      "problem Packages/installed",
      "problem Packages/claims",
    ]);
    expect(one("installed")!.hint).toContain("npm install missing");
    expect(one("claims")!.detail).toContain("one and two each define a provider of package cloud");
    expect(checks.find(({ name }) => name === "@coconut/coconut")!.detail).toContain(
      "the copy that this coco belongs to",
    );
    rmSync(shop.files.path("node_modules/@coconut"), { recursive: true });
    mkdirSync(shop.files.path("node_modules/@coconut/coconut"), { recursive: true });
    shop.files.write({
      "node_modules/@coconut/coconut/package.json": `{ "name": "@coconut/coconut", "version": "7.0.0" }`,
    });
    const other = (await doctor(shop)).one("@coconut/coconut")!;
    expect(other.state).toBe("warning");
    expect(other.detail).toMatch(/^The program imports version 7\.0\.0, but this coco is version \d/);
    rmSync(shop.files.path("node_modules/@coconut"), { recursive: true });
    const missing = (await doctor(shop)).one("@coconut/coconut");
    expect(missing).toMatchObject({
      state: "problem",
      hint: "Install it:\n    npm install @coconut/coconut",
    });
    shop.files.write({ "package.json": `{ "devDependencies": { "@coconut/coconut": "*" } }` });
    expect((await doctor(shop)).one("@coconut/coconut")!.hint).toBe("Install it:\n    npm install");
  });

  test("what a repository has of the project", async () => {
    const shop = await applied();
    shop.files.write({ "coconut.moves.json": "[]\n" });
    const git = (...words: readonly string[]) =>
      expect(spawnSync("git", words, { cwd: shop.files.folder }).status).toBe(0);
    expect((await doctor(shop)).one("state")).toBeUndefined();
    git("init", "-q");
    expect((await doctor(shop)).found).toEqual(["note Git/renames"]);
    // The store keeps itself out.
    rmSync(shop.files.path(".coconut/.gitignore"));
    const fresh = await doctor(shop);
    expect(fresh.found).toEqual(["warning Git/state", "note Git/renames"]);
    expect(fresh.one("state")!.hint).toBe("Ignore it:\n    echo .coconut/ >> .gitignore");
    shop.files.write({ ".gitignore": ".coconut/\nnode_modules/\ncoconut.moves.json\n" });
    expect((await doctor(shop)).found).toEqual(["problem Git/renames"]);
    shop.files.write({ ".gitignore": ".coconut/\nnode_modules/\n" });
    git("add", "coconut.moves.json");
    expect((await doctor(shop)).found).toEqual([]);
    git("add", "-f", ".coconut/dev.db");
    expect((await doctor(shop)).found).toEqual(["problem Git/state"]);
  });
});
