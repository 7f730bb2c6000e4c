import { readdirSync, symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Report } from "../../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const names = ({ registrations }: Report) => registrations.map(({ name, position }) => [name, position]);
const box = `import { ComponentResource } from "@coconut/coconut"; export class Box extends ComponentResource { constructor(args: object) { super("shop:index:Box", args); } }`;

describe("import(variable)", () => {
  test("leads where the file that says it stands, and makes resources of the program", async () => {
    const project = built.project({
      "main.ts": `import { load } from "./lib/load.js"; import { pathToFileURL } from "node:url"; import { join } from "node:path";
const { a } = await load("./services/a.ts");
const again = await load("./services/a.js");
const byUrl = await load(pathToFileURL(join(import.meta.dirname, "lib/services/b.mjs")).href);
const byPath = await load(join(import.meta.dirname, "lib/services/c"));
const json = await load("./data.json", { with: { type: "json" } });
const fs = await load("node:fs");
const { dirname } = await load((0, "path"));
const own = await load("#part");
console.log(a === again.a, byUrl.b, byPath.c, json.default.d, typeof fs.statSync, dirname("/x/y"), own.part);`,
      "lib/load.ts": `export const load = (what: string, found?: ImportCallOptions) => found ? import(what, found) : import((0, what));`,
      "package.json": `{ "name": "shop", "type": "module", "imports": { "#part": "./lib/part.mts" } }`,
      "lib/part.mts": `export const part: string = "part";`,
      "lib/data.json": `{ "d": "json" }`,
      "lib/box.ts": box,
      "lib/services/a.ts": `import { Box } from "../box.js"; export const a = new Box({});`,
      "lib/services/b.mts": `export const b: string = "b";`,
      "lib/services/c/index.js": `import { Box } from "../../box"; export const c = "c"; const inner = new Box({});`,
    });
    const reports = [await project.run(), await project.run({ times: 2 })];
    for (const report of reports) {
      expect(report.diagnostics).toEqual([]);
      expect(names(report)).toEqual([
        ["shop:lib/services/a#a", "lib/services/a.ts:1:51"],
        ["shop:lib/services/c/index#inner", "lib/services/c/index.js:1:70"],
      ]);
    }
    expect(reports[0]!.printed.trim()).toBe("true b c json function /x part");
    expect(reports[1]!.compiled).toBe(0);
  });

  test("of many modules keeps all of them compiled", async () => {
    const modules = Array.from({ length: 20 }, (_, index) => `part${index}.ts`);
    const project = built.project({
      "main.ts": `for (const file of ${JSON.stringify(modules.map((each) => `./${each}`))}) await import(file);`,
      ...Object.fromEntries(modules.map((file) => [file, `export const a: string = "";`])),
    });
    expect((await project.run()).diagnostics).toEqual([]);
    const programs = () =>
      readdirSync(project.path(".coconut/cache")).filter((name) => name.endsWith(".mjs"));
    expect(programs()).toHaveLength(21);
  });

  test("with a text that says where to look is part of the program, and shares its modules", async () => {
    const project = built.project({
      "main.ts": `import { state } from "./state.js"; for (const name of ["a", "b"]) state.push((await import(\`./services/\${name}.ts\`)).state === state); console.log(state);`,
      "state.ts": `export const state: boolean[] = [];`,
      "services/a.ts": `export { state } from "../state.js";`,
      "services/b.ts": `export { state } from "../state.js";`,
    });
    expect((await project.run()).printed.trim()).toBe("[ true, true ]");
  });

  test("refuses where an Output decides in such a module", async () => {
    const project = built.project({
      "main.ts": `const file = "./other.ts"; await import(file);`,
      "other.ts": `import { output } from "@coconut/coconut";\nexport const b = output(1) ? 1 : 2;`,
    });
    expect((await project.run()).diagnostics).toMatchObject([
      { code: "sdk/output-in-condition", position: "other.ts:2:18" },
    ]);
  });

  test("says where such a module fails", async () => {
    const project = built.project({
      "main.ts": `const file = "./other.ts"; await import(file);`,
      "other.ts": `interface Unused {}\nthrow new Error("late");`,
    });
    expect((await project.run()).diagnostics).toMatchObject([
      { code: "program/failed", position: "other.ts:2:7" },
    ]);
  });

  test("finds packages from the file that says it, in TypeScript and JavaScript", async () => {
    const dependent = `"peerDependencies": { "@coconut/coconut": "*" }`;
    const project = built.project({
      "main.ts": `import { load } from "parts"; for (const name of ["inner", "typed", "named"]) console.log((await load(name)).which());`,
      "packages/parts/package.json": `{ "name": "parts", "type": "module", "exports": "./index.ts" }`,
      "packages/parts/index.ts": `export const load = (name: string) => import(name);`,
      "packages/parts/node_modules/inner/package.json": `{ "name": "inner", "main": "inner.cjs" }`,
      "packages/parts/node_modules/inner/inner.cjs": `exports.which = () => "inner";`,
      "packages/parts/node_modules/typed/package.json": `{ "name": "typed", "exports": { "import": "./typed.ts" } }`,
      "packages/parts/node_modules/typed/typed.ts": `export const which = (): string => "typed";`,
      "packages/parts/node_modules/named/package.json": `{ "name": "named", "type": "module", "exports": "./named.js", ${dependent} }`,
      "packages/parts/node_modules/named/named.js": `${box.replace(": object", "")} export const which = () => { const made = new Box({}); return "named"; };`,
    });
    symlinkSync(project.path("packages/parts"), project.path("node_modules/parts"));
    const report = await project.run();
    expect(report.diagnostics).toEqual([]);
    expect(report.printed.trim().split("\n")).toEqual(["inner", "typed", "named"]);
    expect(report.registrations.map(({ name }) => name)).toEqual(["named:named#made"]);
  });

  test("says what is not there", async () => {
    const project = built.project({
      "main.ts": `const file = "./none.ts";\nawait import(file);`,
      "package.ts": `const name = "none/part";\nawait import(name);`,
      "caught.ts": `const name = "none"; console.log(await import(name).catch((error) => error.code + error.message.includes("npm install none")));`,
    });
    const [file, named, caught] = await project.runAll(["main.ts", "package.ts", "caught.ts"]);
    expect(file!.diagnostics).toMatchObject([
      { code: "program/missing-module", detail: expect.stringContaining(project.path("none.ts")) },
    ]);
    expect(named!.diagnostics).toMatchObject([
      { code: "program/missing-package", hint: "Install it:\n    npm install none" },
    ]);
    expect(caught!.diagnostics).toEqual([]);
    expect(caught!.printed).toContain("ERR_MODULE_NOT_FOUNDtrue");
  });

  test("of a provider that the program only names does the same", async () => {
    const project = built.project({
      "coconut.json": `{ "packages": { "shelf": "./providers/shelf.ts" } }`,
      "main.ts": `import { CustomResource } from "@coconut/coconut"; class Box extends CustomResource { constructor(name: string) { super("shelf:index:Box", name, {}); } } new Box("a");`,
      "providers/shelf.ts": `import { defineProvider } from "@coconut/coconut/provider";
export const shelf = defineProvider({ package: "shelf", version: "1.0.0" });
const file = "./ids.ts"; const { id } = await import(file);
export const Box = shelf.resource("index:Box", { inputs: {}, outputs: {}, create: async () => ({ id, outputs: {} }), read: async () => ({}), update: async () => ({}), delete: async () => {} });`,
      "providers/ids.ts": `export const id: string = "from ids";`,
    });
    expect(await project.command({ command: "apply" })).toMatchObject({ status: 0, diagnostics: [] });
  });
});

test("import.meta.resolve finds packages from the file that says it", async () => {
  const project = built.project({
    "main.ts": `import { where } from "parts"; console.log(where("inner").slice(-36), where("./x.js").slice(-19), where("node:fs"), where("fs"));
try { where("none"); } catch (error) { console.log(error.code); }`,
    "packages/parts/package.json": `{ "name": "parts", "type": "module", "exports": "./index.ts" }`,
    "packages/parts/index.ts": `export const where = (name: string) => import.meta.resolve(name);`,
    "packages/parts/node_modules/inner/package.json": `{ "name": "inner", "exports": { "require": "./no.cjs", "import": "./yes.mjs" } }`,
    "packages/parts/node_modules/inner/yes.mjs": ``,
  });
  symlinkSync(project.path("packages/parts"), project.path("node_modules/parts"));
  const { printed, diagnostics } = await project.run();
  expect(diagnostics).toEqual([]);
  expect(printed.trim().split("\n")).toEqual([
    "packages/parts/node_modules/inner/yes.mjs".slice(-36) +
      " packages/parts/x.js".slice(-20) +
      " node:fs node:fs",
    "ERR_MODULE_NOT_FOUND",
  ]);
});
