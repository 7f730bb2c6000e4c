import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Report } from "../../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const dependsOnCoconut = { peerDependencies: { "@coconut/coconut": "*" } };
const manifest = (name: string, more: object = {}) =>
  JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js", ...more });
const refusals = ({ diagnostics }: Report) => diagnostics.map(({ code, position }) => [code, position]);
const names = ({ registrations }: Report) => registrations.map(({ name, position }) => [name, position]);

const esm = `#!/usr/bin/env node
import { ComponentResource, Resource } from "@coconut/coconut"; import data from "./data.json" with { type: "json" };
class Part extends ComponentResource { constructor(args, options) { super("acme:esm:Part", args, options); } }
export class Whole extends ComponentResource {
  constructor(name) { super("acme:esm:Whole", name); this.part = new Part({}, { parent: this }); }
}
export const Anonymous = class { constructor() { this.held = new Part({}); } };
export const holder = { Keyed: class { inside = new Part({}); } };
export class Typed extends Resource { constructor(name) { super(name, {}); } }
export const decide = (output) => { if (output) return 1; };
export const load = (what) => import(what);
export const state = { place: import.meta.url.slice(-24), data };
`;

describe("a module", () => {
  const files = {
    "node_modules/@acme/esm/package.json": manifest("@acme/esm", dependsOnCoconut),
    "node_modules/@acme/esm/index.js": esm,
    "node_modules/@acme/esm/data.json": `{ "from": "json" }`,
    "node_modules/@acme/esm/later.js": `export const later = "later";`,
    "node_modules/plain/package.json": manifest("plain", { dependencies: { "@acme/esm": "*" } }),
    "node_modules/plain/index.js": `import { state } from "@acme/esm"; export { state }; export const decide = (output) => output ? 1 : 2;`,
  };

  test("is named and typed where it lies, and is what Node has", async () => {
    const project = built.project({
      ...files,
      "main.ts": `import { Anonymous, holder, load, state, Typed, Whole } from "@acme/esm"; import * as plain from "plain";
new Whole("whole"); new Anonymous(); new holder.Keyed(); new Typed("typed");
console.log(plain.state === state, state.place, state.data.from, (await load("./later.js")).later);`,
    });
    const report = await project.run();
    expect(report.diagnostics).toEqual([]);
    const at = "node_modules/@acme/esm/index.js";
    expect(names(report)).toEqual([
      ["whole", "main.ts:2:1"],
      ["whole/@acme/esm:index/Whole#part", `${at}:5:66`],
      ["@acme/esm:index/Anonymous#held", `${at}:7:62`],
      ["@acme/esm:index/Keyed#inside", `${at}:8:49`],
      ["typed", "main.ts:2:58"],
    ]);
    expect(report.registrations.at(-1)!.type).toBe("acme_esm:index:Typed");
    expect(report.printed.trim()).toBe("true dules/@acme/esm/index.js json later");
  });

  test("is refused where an Output decides; one that does not depend on Coconut is left alone", async () => {
    const project = built.project({
      ...files,
      "main.ts": `import { output } from "@coconut/coconut"; import { decide } from "@acme/esm"; decide(output(1));`,
      "other.ts": `import { output } from "@coconut/coconut"; import { decide } from "plain"; console.log(decide(output(1)));`,
    });
    const [refused, left] = await project.runAll(["main.ts", "other.ts"]);
    expect(refusals(refused!)).toEqual([
      ["sdk/output-in-condition", "node_modules/@acme/esm/index.js:10:41"],
    ]);
    expect([left!.diagnostics, left!.printed.trim()]).toEqual([[], "1"]);
  });

  test("is refused where an Output is handed to what decides, also in CommonJS", async () => {
    const snippets = `(names, o) => names.includes(o)`;
    const project = built.project({
      "node_modules/calls/package.json": manifest("calls", dependsOnCoconut),
      "node_modules/calls/index.js": `import { existsSync as isThere } from "node:fs";\nexport const find = ${snippets};\nexport const look = (o) => isThere(o);\nexport const pick = (list) => list\n  // those that are there, o.k.\n  .filter(Boolean);`,
      "node_modules/common/package.json": JSON.stringify({
        name: "common",
        version: "1.0.0",
        main: "main.cjs",
        ...dependsOnCoconut,
      }),
      "node_modules/common/main.cjs": `const { existsSync } = require("fs"), path = require("node:path");\nexports.find = ${snippets};\nexports.look = (o) => existsSync(o);\nexports.join = (o) => path.join("a", o);\nexports.pick = (list) => list.filter(Boolean).length;`,
      ...Object.fromEntries(
        ["find(['a'], o)", "look(o)", "pick([o])", "join(o)", "pick(['', 'a'])"].flatMap((call, index) =>
          ["calls", "common"].map((name) => [
            `${name}${index}.ts`,
            `import { output } from "@coconut/coconut"; import * as all from "${name}"; const o = output("a"); console.log((all as any).${call});`,
          ]),
        ),
      ),
    });
    const entries = ["calls0", "calls1", "calls2", "common0", "common1", "common2", "common3", "common4"];
    const reports = await project.runAll(entries.map((entry) => `${entry}.ts`));
    const [calls, common] = ["node_modules/calls/index.js", "node_modules/common/main.cjs"];
    expect(reports.map((report) => refusals(report)[0]?.join(" at ") ?? report.printed.trim())).toEqual([
      `sdk/output-in-condition at ${calls}:2:50`,
      `sdk/output-in-condition at ${calls}:3:36`,
      `sdk/output-in-condition at ${calls}:6:11`,
      `sdk/output-in-condition at ${common}:2:45`,
      `sdk/output-in-condition at ${common}:3:34`,
      `sdk/output-in-condition at ${common}:5:38`,
      `sdk/output-in-condition at ${common}:4:38`,
      "1",
    ]);
  });

  test("is found below a package that does not depend on Coconut itself", async () => {
    const project = built.project({
      "main.ts": `import { make } from "outer"; make();`,
      "node_modules/outer/package.json": manifest("outer", { dependencies: { middle: "*" } }),
      "node_modules/outer/index.js": `export { make } from "middle";`,
      "node_modules/middle/package.json": manifest("middle", { optionalDependencies: { deep: "*" } }),
      "node_modules/middle/index.js": `export { make } from "deep";`,
      "node_modules/deep/package.json": manifest("deep", {
        exports: "./lib/deep.js",
        dependencies: { "@coconut/coconut": "*" },
      }),
      "node_modules/deep/lib/deep.js": `import { ComponentResource } from "@coconut/coconut"; class Deep extends ComponentResource { constructor(args) { super("acme:deep:Deep", args); } }
export function make() { const made = new Deep({}); return made; }`,
    });
    const report = await project.run();
    expect(report.diagnostics).toEqual([]);
    expect(names(report)).toEqual([["deep:lib/deep#made", "node_modules/deep/lib/deep.js:2:39"]]);
  });

  test("may be imported in a circle, and call what is not reached yet", async () => {
    const project = built.project({
      "main.ts": `import { first } from "circle"; console.log(first);`,
      "node_modules/circle/package.json": manifest("circle", dependsOnCoconut),
      "node_modules/circle/index.js": `import { second } from "./second.js"; export function decide(n) { return n > 1 ? "more" : "one"; } export const first = second;`,
      "node_modules/circle/second.js": `import { decide } from "./index.js"; export const second = decide(2);`,
    });
    const { diagnostics, printed } = await project.run();
    expect([diagnostics, printed.trim()]).toEqual([[], "more"]);
  });

  test("is named by the source that its map leads to, if that is there", async () => {
    const source = `import { ComponentResource } from "@coconut/coconut";\nclass Part extends ComponentResource { constructor(args: object) { super("acme:mapped:Part", args); } }\n\nexport const make = () => { const part = new Part({}); };`;
    const code = `import{ComponentResource}from"@coconut/coconut";class Part extends ComponentResource{constructor(args){super("acme:mapped:Part",args)}}\nexport const make=()=>{const p=new Part({})};\n//# sourceMappingURL=index.js.map\n`;
    // const p=new Part: column 23 is "const", 29 "p", 31 "new".
    const mappings = ";AAGA,uBAA4B,MAAM,EAAO";
    const map = { version: 3, sources: ["../src/make.ts"], sourcesContent: [source], names: [], mappings };
    const project = built.project({
      "main.ts": `import { make } from "mapped"; make();`,
      "node_modules/mapped/package.json": manifest("mapped", {
        ...dependsOnCoconut,
        exports: "./dist/index.js",
      }),
      "node_modules/mapped/dist/index.js": code,
      "node_modules/mapped/dist/index.js.map": JSON.stringify(map),
    });
    const report = await project.run();
    expect(report.diagnostics).toEqual([]);
    expect(names(report)).toEqual([["mapped:src/make#part", expect.stringMatching(/src\/make\.ts:4:/)]]);
  });
});

describe("CommonJS", () => {
  const cjs = `"use strict"; const { ComponentResource } = require("@coconut/coconut");
class Part extends ComponentResource { constructor(args, options) { super("acme:cjs:Part", args, options); } }
exports.make = () => { const made = new Part({}); return made; };
exports.decide = (output) => output === 1;
exports.strict = (function () { return this === undefined; })();
exports.place = __filename.slice(-24) + require("./other.cjs").kind + module.id.length;`;
  const files = {
    "node_modules/@acme/cjs/package.json": JSON.stringify({
      name: "@acme/cjs",
      main: "./index.js",
      ...dependsOnCoconut,
    }),
    "node_modules/@acme/cjs/index.js": cjs,
    "node_modules/@acme/cjs/other.cjs": `return void (exports.kind = this === exports ? " whole " : " other ");`,
  };

  test("is named, refused and otherwise left as it is", async () => {
    const project = built.project({
      ...files,
      "main.ts": `import { output } from "@coconut/coconut"; import { createRequire } from "node:module"; import cjs, { decide, make, place, strict } from "@acme/cjs";
make(); console.log(strict, place.replace(/\\d+$/, ""), createRequire(import.meta.url)("@acme/cjs") === cjs); decide(output(1));`,
    });
    const report = await project.run();
    expect(names(report)).toEqual([["@acme/cjs:index#made", "node_modules/@acme/cjs/index.js:3:37"]]);
    expect(report.printed.trim()).toBe("true dules/@acme/cjs/index.js whole  true");
    expect(refusals(report)).toEqual([["sdk/output-in-condition", "node_modules/@acme/cjs/index.js:4:30"]]);
  });

  test("that is required late, like a module that is imported late, belongs to no program", async () => {
    const project = built.project({
      ...files,
      "node_modules/@acme/cjs/index.js": `${cjs}\nexports.Part = Part; exports.late = () => require("./late.cjs"); exports.later = () => import("./later.mjs");`,
      "node_modules/@acme/cjs/late.cjs": `const { Part } = require("./index.js");\nnew Part("late");`,
      "node_modules/@acme/cjs/later.mjs": `import { Part } from "./index.js";\nnew Part("later");`,
      "main.ts": `import { late } from "@acme/cjs"; late();`,
      "other.ts": `import { later } from "@acme/cjs"; await later();`,
    });
    const reports = await project.runAll(["main.ts", "other.ts"]);
    expect(reports.map(refusals)).toEqual([
      [["sdk/no-program", "node_modules/@acme/cjs/late.cjs:2:1"]],
      [["sdk/no-program", "node_modules/@acme/cjs/later.mjs:2:1"]],
    ]);
  });

  test("and a module in one package are each what Node takes for the importer", async () => {
    const project = built.project({
      "main.ts": `import { which } from "dual"; import { theirs } from "user"; console.log(which, theirs);`,
      "node_modules/dual/package.json": JSON.stringify({
        name: "dual",
        exports: { import: "./index.mjs", require: "./index.cjs" },
        ...dependsOnCoconut,
      }),
      "node_modules/dual/index.mjs": `export const which = "module" || "none";`,
      "node_modules/dual/index.cjs": `exports.which = "common" || "none";`,
      "node_modules/user/package.json": `{ "name": "user", "main": "./user.cjs", "dependencies": { "dual": "*" } }`,
      "node_modules/user/user.cjs": `exports.theirs = require("dual").which;`,
    });
    const { diagnostics, printed } = await project.run();
    expect([diagnostics, printed.trim()]).toEqual([[], "module common"]);
  });
});

describe("what was instrumented", () => {
  const files = {
    "main.ts": `import { a } from "parts"; import { b } from "common"; console.log(a(1), b(1));`,
    "node_modules/parts/package.json": manifest("parts", dependsOnCoconut),
    "node_modules/parts/index.js": `export const a = (n) => n ? "a" : "";`,
    "node_modules/common/package.json": JSON.stringify({ name: "common", coconut: {} }),
    "node_modules/common/index.js": `exports.b = (n) => n ? "b" : "";`,
  };

  test("is kept: a second start meets no parser, and one that changed is read again", async () => {
    const project = built.project(files);
    expect((await project.run()).printed.trim()).toBe("a b");
    const broken = `${built.package}/node_modules/acorn`;
    mkdirSync(broken, { recursive: true });
    writeFileSync(`${broken}/package.json`, `{ "name": "acorn", "main": "./broken.cjs" }`);
    writeFileSync(`${broken}/broken.cjs`, `throw new Error("the parser was met");`);
    try {
      const again = await project.run();
      expect([again.diagnostics, again.compiled, again.printed.trim()]).toEqual([[], 0, "a b"]);
      project.write({ "node_modules/parts/index.js": `export const a = (n) => n ? "c" : "";` });
      expect((await project.run()).diagnostics[0]?.detail).toContain("the parser was met");
    } finally {
      rmSync(broken, { recursive: true });
    }
    expect((await project.run()).printed.trim()).toBe("c b");
  });

  test("is made again when it was damaged", async () => {
    const project = built.project(files);
    await project.run();
    const cache = project.path(".coconut/cache");
    const kept = readdirSync(cache).filter((name) => name.startsWith("package-"));
    expect(kept).toHaveLength(2);
    for (const name of kept) writeFileSync(`${cache}/${name}`, "throw 1;");
    expect((await project.run()).printed.trim()).toBe("a b");
  });

  test("is no longer when the package comes to depend on Coconut", async () => {
    const project = built.project({
      ...files,
      "main.ts": `import { output } from "@coconut/coconut"; import { a } from "wrapper"; console.log(a(output(1)));`,
      "node_modules/wrapper/package.json": manifest("wrapper", { dependencies: { parts: "*" } }),
      "node_modules/wrapper/index.js": `export { a } from "parts";`,
      "node_modules/parts/package.json": manifest("parts"),
      "node_modules/.package-lock.json": `{ "packages": { "node_modules/parts": { "version": "1.0.0" } } }`,
    });
    expect((await project.run()).diagnostics).toEqual([]);
    project.write({
      "node_modules/parts/package.json": manifest("parts", dependsOnCoconut),
      "node_modules/.package-lock.json": `{ "packages": { "node_modules/parts": { "version": "1.0.1" } } }`,
    });
    expect(refusals(await project.run())).toEqual([
      ["sdk/output-in-condition", "node_modules/parts/index.js:1:25"],
    ]);
  });
});

test("a workspace in JavaScript is loaded where it lies, and so is one in TypeScript below it", async () => {
  const project = built.project({
    "main.ts": `import { make } from "work"; make();`,
    "packages/work/package.json": manifest("work", { ...dependsOnCoconut, dependencies: { typed: "*" } }),
    "packages/work/index.js": `import { Typed } from "typed"; export const make = () => { const made = new Typed({}); };`,
    "packages/typed/package.json": manifest("typed", { ...dependsOnCoconut, exports: "./typed.ts" }),
    "packages/typed/typed.ts": `import { ComponentResource } from "@coconut/coconut"; export class Typed extends ComponentResource { constructor(args: object) { super("acme:typed:Typed", args); } }`,
  });
  for (const name of ["work", "typed"])
    symlinkSync(project.path(`packages/${name}`), project.path(`node_modules/${name}`));
  const report = await project.run();
  expect(report.diagnostics).toEqual([]);
  expect(names(report)).toEqual([["work:index#made", "packages/work/index.js:1:73"]]);
});

test("a mistake in a package is said as Node says it", async () => {
  const project = built.project({
    "main.ts": `import "wrong";`,
    "node_modules/wrong/package.json": manifest("wrong", dependsOnCoconut),
    "node_modules/wrong/index.js": `export const a = ;`,
  });
  const { diagnostics } = await project.run();
  expect(diagnostics.map(({ code, detail }) => [code, detail])).toEqual([
    ["program/failed", expect.stringContaining("SyntaxError: Unexpected token ';'")],
  ]);
});
