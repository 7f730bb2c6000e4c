import { symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const register = ["--import", "@coconut/coconut/register"];

/** Runs a file of the project as Node does that was told to register. */
const run = (project: Project, file: string, ...options: readonly string[]) =>
  project.node(...options, ...register, file);

describe("TypeScript on Node", { timeout: 120_000 }, () => {
  test("runs as it is: types, enums, parameters that are fields, modules without their endings", async () => {
    const project = built.project({
      "main.ts": `
        import { greeting, type Whom } from "./parts/greeting.js";
        import { short } from "./short";
        import { list } from "./parts";
        import { other } from "./other.mjs";
        enum Kind { Loud = "!" }
        class Greeter { constructor(private readonly whom: Whom) {} text() { return greeting(this.whom) + Kind.Loud; } }
        console.log(new Greeter({ name: "otter" }).text(), short, list, other, (await import("./short.js")).short);`,
      "parts/greeting.ts": `
        export interface Whom { readonly name: string }
        export const greeting = ({ name }: Whom): string => \`Hello, \${name}\`;`,
      "parts/index.ts": `export const list: string[] = ["a"];`,
      "short.ts": `export const short = 1 as number;`,
      "other.mts": `export const other = 2 satisfies number;`,
    });
    expect(await run(project, "main.ts")).toEqual({
      status: 0,
      output: "Hello, otter! 1 [ 'a' ] 2 1\n",
      errors: "",
    });
  });

  test("knows its own place, and errors say theirs", async () => {
    const project = built.project({
      "main.ts": `interface Unused { a: string }\n\nconsole.log(import.meta.url);\nfail();\n\nfunction fail(): never {\n  throw new Error("broken");\n}\n`,
    });
    const { status, output, errors } = await run(project, "main.ts");
    expect(status).toBe(1);
    expect(output).toBe(`file://${project.path("main.ts")}\n`);
    expect(errors).toContain(`at fail (${project.path("main.ts")}:7:9)`);
    expect(errors).toContain(`main.ts:4:1)`);
  });

  test("a line that is none is said with its place, and nothing of ours", async () => {
    const project = built.project({
      "main.ts": `import "./broken.js";`,
      "broken.ts": `const fine = 1;\nconst é = 2, wrong: = 3;\n`,
    });
    const { status, errors } = await run(project, "main.ts");
    expect(status).toBe(1);
    expect(errors).toContain(`${project.path("broken.ts")}:2:21: Unexpected "="`);
    expect(errors).toContain("const é = 2, wrong: = 3;");
    expect(errors).toContain(`\n    at ${project.path("broken.ts")}:2:21\n`);
    expect(errors).not.toContain("hooks.js");
  });

  test("what is not there is said as Node says it", async () => {
    const project = built.project({ "main.ts": `import "./nowhere.js";` });
    const { status, errors } = await run(project, "main.ts");
    expect(status).toBe(1);
    expect(errors).toContain(`Cannot find module '${project.path("nowhere.js")}'`);
  });

  test("what JavaScript there is comes first, and packages may be TypeScript, as they may for coco", async () => {
    const project = built.project({
      "main.ts": `import { which } from "./both.js"; import { a } from "typed"; console.log(which, a);`,
      "both.js": `export const which = "js";`,
      "both.ts": `export const which: string = "ts";`,
      "node_modules/typed/package.json": `{ "name": "typed", "type": "module", "exports": "./index.ts" }`,
      "node_modules/typed/index.ts": `export { a } from "./part";`,
      "node_modules/typed/part.ts": `export const a: string = "typed";`,
    });
    expect((await run(project, "main.ts")).output).toBe("js typed\n");
  });

  test("a package that is linked and is TypeScript is compiled where it lies", async () => {
    const project = built.project({
      "main.ts": `import { a } from "linked"; console.log(a);`,
      "packages/linked/package.json": `{ "name": "linked", "type": "module", "exports": "./index.ts" }`,
      "packages/linked/index.ts": `export const a: string = "linked";`,
    });
    symlinkSync(project.path("packages/linked"), project.path("node_modules/linked"));
    expect((await run(project, "main.ts")).output).toBe("linked\n");
  });

  test("settings of the compiler count, as they do for coco", async () => {
    const project = built.project({
      "tsconfig.json": `{ "compilerOptions": { "useDefineForClassFields": false, "target": "es2021" } }`,
      "main.ts": `class Base { constructor() { (this as { a?: string }).a = "base"; } }
        class Child extends Base { a!: string; }
        console.log(new Child().a);`,
    });
    expect((await run(project, "main.ts")).output).toBe("base\n");
  });
});

const program = `
import * as coconut from "@coconut/coconut";
import { Pet } from "@coconut/coconut/random";

class Name extends coconut.CustomResource {
  readonly result!: coconut.Output<string>;
  constructor(name: string) { super("random:index:Pet", name, { words: 1 }); }
}
class Team extends coconut.ComponentResource {
  readonly size = 2;
  readonly lead: Pet;
  constructor(name: string, private readonly words = 2) {
    super("shop:index:Team", name, {});
    this.lead = new Pet({ words: this.words }, { parent: this });
    this.registerOutputs({});
  }
}
export default function program() {
  const pet = new Pet({ words: 3 });
  const team = new Team("team");
  return { pet: pet.id, name: new Name("name").result, size: team.size, lead: team.lead.id };
}
export function decides() {
  const pet = new Pet("pet");
  if (pet.id) new Pet("another");
}
`;

describe("programs in tests", { timeout: 120_000 }, () => {
  test("node --test runs them: fields, names by place, refusals and positions are as with coco", async () => {
    const project = built.project({
      "main.ts": program,
      "main.test.ts": `
        import assert from "node:assert/strict";
        import { test } from "node:test";
        import { testStack } from "@coconut/coconut/testing";
        import program, { decides } from "./main.js";

        test("its life", async () => {
          const stack = await testStack(program);
          const run = await stack.apply();
          assert.ok(run.ok);
          const { pet, name, size, lead } = run.outputs as Record<string, string>;
          assert.equal(pet!.split("-").length, 3);
          assert.equal(lead!.split("-").length, 2);
          assert.equal(name!.split("-").length, 1);
          assert.equal(size, 2);
          const names = (await stack.plan()).changes.map(({ action, name }) => action + " " + name);
          assert.deepEqual(names, ["same shop:main#pet", "same team", "same team/shop:main/Team#lead", "same name"]);
        });
        test("an Output decides nothing", async () => {
          const stack = await testStack(decides);
          await assert.rejects(stack.plan(), /sdk\\/output-in-condition[^]*main\\.ts:25:7/);
        });`,
    });
    const { status, output } = await project.node(...register, "--test", "main.test.ts");
    expect(output).toMatch(/^. pass 2$/m);
    expect(output).toMatch(/^. fail 0$/m);
    expect(status).toBe(0);
    // The same names as without a test.
    const { registrations } = await project.run();
    expect(registrations.map(({ name }) => name)).toContain("shop:main#pet");
  });

  test("a module is a program for one test: its exports are its outputs", async () => {
    const project = built.project({
      "main.ts": `
        import { Pet } from "@coconut/coconut/random";
        export const pet = new Pet("pet").id;
        export function helper() {}`,
      "main.test.ts": `
        import assert from "node:assert/strict";
        import { test } from "node:test";
        import { testProgram } from "@coconut/coconut/testing";
        test("it", async () => {
          const program = await testProgram(() => import("./main.js"));
          const applied = program.applied({ pet: { id: "otter" } });
          assert.deepEqual((await applied.outputs()).value, { pet: "otter" });
        });`,
    });
    const { output } = await project.node(...register, "--test", "main.test.ts");
    expect(output).toMatch(/^. pass 1$/m);
  });

  const box = `class Box extends ComponentResource { constructor(args, options) { super("shop:index:Box", args, options); } }`;
  const javascript = {
    "main.mjs": `import { ComponentResource } from "@coconut/coconut";\n${box}\nexport default () => { const made = new Box({}); };\nexport const decides = () => { const { urn } = new Box({}, { id: "a" });\n  return urn ? 1 : 2; };`,
    "part.js": `import { Box, fail } from "./common.cjs"; export const place = [__filename, import.meta.filename === __filename];\nexport const part = () => { const inner = new Box({}); };\nexport { fail };`,
    "common.cjs": `"use strict"; const { ComponentResource } = require("@coconut/coconut");\n${box}\nexports.Box = Box; exports.fail = () => {\n  const it = new Box({}, { id: "b" }); if (!it.urn) return this; throw new Error("late"); };\nexports.isStrict = (function () { return this === undefined; })();`,
    "node_modules/plain/package.json": `{ "name": "plain", "type": "module", "exports": "./index.js" }`,
    "node_modules/plain/index.js": `export const plain = (given) => given ? "true" : "false";`,
    "node_modules/@acme/parts/package.json": `{ "name": "@acme/parts", "type": "module", "exports": "./index.js", "peerDependencies": { "@coconut/coconut": "*" } }`,
    "node_modules/@acme/parts/index.js": `import { ComponentResource } from "@coconut/coconut"; ${box} export const make = () => { const made = new Box({}); return made.urn || 1; };`,
  };
  test("JavaScript, CommonJS and installed packages that use Coconut are named and checked as TypeScript is", async () => {
    const project = built.project({
      ...javascript,
      "main.test.mjs": `
        import assert from "node:assert/strict";
        import { test } from "node:test";
        import { testProgram } from "@coconut/coconut/testing";
        import { make } from "@acme/parts";
        import { output } from "@coconut/coconut";
        import { isStrict } from "./common.cjs";
        import { plain } from "plain";
        import program, { decides } from "./main.mjs";
        import { fail, part, place } from "./part.js";
        const names = async (program) => (await testProgram(program)).registrations.map(({ name }) => name);
        test("names", async () => {
          assert.deepEqual(await names(program), ["shop:main#made"]);
          assert.deepEqual(await names(part), ["shop:part#inner"]);
          assert.equal(isStrict, true);
          assert.equal(plain(output(1)), "true");
          assert.deepEqual(place, [import.meta.filename.replace("main.test.mjs", "part.js"), true]);
        });
        const at = (place) => new RegExp("sdk/output-in-condition[^]*" + place);
        test("a module", () => assert.rejects(testProgram(decides), at("main.mjs:5:10")));
        test("CommonJS", () => assert.rejects(testProgram(fail), at("common.cjs:4:45")));
        test("a package", () => assert.rejects(testProgram(make), at("parts/index.js:1:227")));`,
    });
    const { output } = await project.node(...register, "--test", "main.test.mjs");
    expect(output).toMatch(/^. pass 4$/m);
    expect(output).toMatch(/^. fail 0$/m);
  });

  test("what JavaScript and CommonJS throw is said with its place", async () => {
    const project = built.project({
      "main.js": `import { fail } from "./fail.cjs"; const one = 1 || 2;\nif (one) fail(one);`,
      "fail.cjs": `exports.fail = (n) => {\n  if (n || n > 1) throw new Error("broken"); };`,
    });
    const { errors } = await run(project, "main.js");
    expect(errors).toContain(`at exports.fail (${project.path("fail.cjs")}:2:25)`);
    expect(errors).toContain(`${project.path("main.js")}:2:10`);
  });

  test("stack() runs them in a server of one's own", async () => {
    const project = built.project({
      "main.ts": program,
      "server.ts": `
        import { stack } from "@coconut/coconut";
        import program from "./main.js";
        const dev = await stack({ project: "shop", name: "dev", program, store: "memory:" });
        const run = await (await dev.plan()).apply();
        console.log(run.ok, Object.keys(run.outputs).join());`,
    });
    expect(await run(project, "server.ts")).toMatchObject({ status: 0, output: "true pet,name,size,lead\n" });
  });
});
