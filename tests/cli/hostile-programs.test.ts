import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

/** A program that fails ends in a diagnostic; a bug of ours would be something else. */
async function complaint(main: string, ...parameters: readonly string[]): Promise<string> {
  const [command = "plan", ...rest] = parameters;
  const { status, errors } = await projects.project(main).coco(command, ...rest);
  expect(errors).toMatch(/^error [a-z]+\/[a-z-]+: /m);
  expect(errors).not.toContain("bug in Coconut");
  expect(status).toBe(1);
  return errors;
}

const things: Readonly<Record<string, string>> = {
  "a proxy": `new Proxy({}, {})`,
  "a revoked proxy": `(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()`,
  "a proxy whose traps throw": `new Proxy(new Error("x"), new Proxy({}, { get: () => () => { throw 1; } }))`,
  "a proxy that says yes to everything": `new Proxy({}, { has: () => true, get: () => "x" })`,
  "an error whose fields throw": `(() => { const error = new Error("x"); for (const name of ["stack", "message", "name", "cause"]) Object.defineProperty(error, name, { get() { throw 1; } }); return error; })()`,
  "an error that causes itself": `(() => { const error = new Error("x"); (error as Error).cause = error; return error; })()`,
  "an object without a prototype": `Object.create(null)`,
  nothing: `undefined`,
};

const throwers: Readonly<Record<string, readonly [main: (thing: string) => string, code: string]>> = {
  "a program": [(thing) => `throw ${thing};`, "program/failed"],
  "a callback": [(thing) => `coconut.output(1).apply(() => { throw ${thing}; });`, "program/callback-failed"],
  "a promise": [
    (thing) => `export const a = coconut.output(Promise.reject(${thing}));`,
    "program/promise-rejected",
  ],
  "nobody's promise": [(thing) => `void Promise.reject(${thing});`, "program/uncaught"],
  "a timer": [(thing) => `setImmediate(() => { throw ${thing}; });`, "program/uncaught"],
};

describe.each(Object.entries(throwers))("thrown by %s", (_, [main, code]) => {
  test.each(Object.entries(things))("%s", async (__, thing) => {
    expect(await complaint(imports + main(thing))).toContain(`error ${code}: `);
  });
});

test.each(Object.entries(things))("thrown by a hook and by a provider: %s", async (_, thing) => {
  const hook = `new Box("a", { label: "a" }, { hooks: { beforeCreate: [() => { throw ${thing}; }] } });`;
  expect(await complaint(imports + hook, "apply", "--yes")).toContain("error engine/hook-failed: ");
  const provider = `import { defineProvider } from "@coconut/coconut/provider";
const made = defineProvider({ package: "made", version: "1.0.0" });
const Thing = made.resource("index:Thing", { inputs: {}, outputs: {}, create: async () => { throw ${thing}; }, read: async () => null, update: async () => ({}), delete: async () => {} });
new Thing("a", {});`;
  expect(await complaint(provider, "apply", "--yes")).toContain("error provider/hook-failed: ");
});

describe("what all objects inherit", () => {
  const boxed = `new Box("a", { label: "a" });\n`;
  const added = (what: string) => `(${what.replace(/\.(\w+)$/, " as any).$1")} = () => "x";\n`;

  test.each([
    "Object.prototype.kind",
    "Object.prototype.then",
    "Object.prototype.hint",
    "Object.prototype.position",
    "Object.prototype.length",
    "Array.prototype.then",
    "Function.prototype.then",
    "Map.prototype.then",
  ])("%s is not the program's to add", async (what) => {
    const errors = await complaint(imports + added(what) + boxed, "apply", "--yes");
    expect(errors).toContain("error program/changed-prototype: ");
    expect(errors).toContain(`${what} was added`);
  });

  test.each([
    [
      "before anything else goes on",
      `${added("Object.prototype.then")}await new Promise((later) => setTimeout(later, 1));\n`,
    ],
    ["and something else fails for it", `${added("Object.prototype.kind")}throw new Error("x");\n`],
    ["by a function", `export default () => { ${added("Object.prototype.kind")} };\n`],
    [
      "in a way that is not listed",
      `Object.defineProperty(Object.prototype, "kind", { value: "x", configurable: true });\n`,
    ],
    ["in a way that lasts", `Object.defineProperty(Object.prototype, "kind", { value: "x" });\n`],
  ])("told %s", async (_, main) => {
    expect(await complaint(imports + boxed + main, "plan")).toContain("error program/changed-prototype: ");
  });

  test("nor a callback's, which ends in order", async () => {
    const project = projects.project(
      `${imports}const box = new Box("a", { label: "a" });\nbox.id.apply(() => { ${added("Object.prototype.kind")} });\n`,
    );
    const { status, errors } = await project.coco("apply", "--yes");
    expect({ status, errors }).toMatchObject({
      status: 1,
      errors: expect.stringContaining("error program/changed-prototype: "),
    });
    project.files.write({ "main.ts": imports + boxed });
    expect((await project.coco("apply", "--yes")).status).toBe(0);
  });

  test("may have more where that does no harm", async () => {
    const project = projects.project(
      `${imports}${added("Array.prototype.last")}${added("Object.prototype.toJSON")}${added("String.prototype.kind")}${added("Array.prototype.kind")}${boxed}export const list = [1, 2];\n`,
    );
    expect(await project.coco("apply", "--yes")).toMatchObject({ status: 0, errors: "" });
  });
});

test("3,000 components in each other are refused where they become too many", async () => {
  const errors = await complaint(
    `${imports}class C extends coconut.ComponentResource { constructor(name: string, parent?: C) { super("a:b:C", name, {}, { parent }); } }\nlet last: C | undefined;\nfor (let i = 0; i < 3_000; i++) last = new C("c" + i, last);\n`,
  );
  expect(errors).toContain("error sdk/nested-too-deep: ");
  expect(errors).toMatch(/^ {2}at main\.ts:5:\d+$/m);
});

test("500 components in each other work", async () => {
  const project = projects.project(
    `${imports}class C extends coconut.ComponentResource { constructor(name: string, parent?: C) { super("a:b:C", name, {}, { parent }); } }\nlet last: C | undefined;\nfor (let i = 0; i < 500; i++) last = new C("c" + i, last);\n`,
  );
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect((await project.coco("graph")).status).toBe(0);
  expect((await project.coco("destroy", "--yes")).status).toBe(0);
});

test.skipIf(process.platform === "win32").each([20, 22, 24, 28])(
  "a limit of %i open files ends in a diagnostic",
  async (limit) => {
    const project = projects.project(`${imports}new Box("a", { label: "a" });\n`);
    const coco = (...words: readonly string[]) =>
      spawnSync(
        "sh",
        ["-c", `ulimit -n ${limit}; exec "$@"`, "sh", process.execPath, projects.command, ...words],
        {
          cwd: project.files.folder,
          encoding: "utf8",
          env: { ...process.env, COCONUT_KEY_FILE: `${projects.built.folder}/key` },
        },
      );
    const outcomes = [coco("apply", "--yes")];
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    outcomes.push(coco("plan"), coco("destroy", "--yes"));
    for (const { status, signal, stderr } of outcomes) {
      expect(signal).toBeNull();
      // Where Node itself cannot start there is nobody to tell anything.
      if (/^node:|Node\.js v/.test(stderr) && !stderr.includes("spawn")) continue;
      if (status !== 0) expect(stderr).toMatch(/^error [a-z]+\/[a-z-]+: /m);
      expect(stderr).not.toMatch(/bug in Coconut|Unhandled|panicked/);
    }
  },
);

test("many assets at once are nothing to warn of", async () => {
  const project = projects.project(
    `import * as coconut from "@coconut/coconut";
import { mkdirSync, writeFileSync } from "node:fs";
import { Directory, File } from "@coconut/coconut/local";
mkdirSync("in", { recursive: true });
for (let i = 0; i < 30; i++) {
  writeFileSync("in/a" + i, "x".repeat(100_000) + i);
  const source = new coconut.asset.FileAsset("in/a" + i);
  new File("f" + i, { path: "out/f" + i, source });
  new Directory("d" + i, { path: "out/d" + i, source: new coconut.asset.AssetArchive({ a: source, b: source }) });
}\n`,
  );
  for (const command of ["apply", "apply", "destroy"])
    expect(await project.coco(command, "--yes")).toMatchObject({ status: 0, errors: "" });
});
