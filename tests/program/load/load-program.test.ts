import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage } from "../../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const valueOf = (outputs: unknown) => (outputs as { readonly value: unknown }).value;

describe("files of a program", () => {
  test("all kinds, paths of tsconfig.json, and each its own place", async () => {
    const project = built.project({
      "main.ts": `import { a } from "./a.js"; import { b } from "./b.mjs"; import { c } from "@lib/c"; import d from "./d.json"; import e from "./e.cjs";
export const all = [a, b, c, d.d, e.e];
export const places = [import.meta.url, import.meta.dirname, import.meta.filename, import.meta.resolve("./x.js"), import.meta.resolve("node:fs")];`,
      "a.ts": `export const a = __filename;`,
      "b.mts": `import { fileURLToPath } from "node:url"; const __dirname = fileURLToPath(new URL(".", import.meta.url)); export const b = __dirname;`,
      "lib/deep/c.js":
        `const { dirname } = import.meta; export const c: string = { __dirname, dirname }.__dirname === dirname ? dirname : "differs";`.replace(
          ": string",
          "",
        ),
      "d.json": `{ "d": 1 }`,
      "e.cjs": `const { dirname } = require("node:path"); exports.e = dirname(__filename) === __dirname;`,
      "tsconfig.json": `{ "extends": "./base.json" }`,
      "base.json": `{ "compilerOptions": { "paths": { "@lib/*": ["./lib/deep/*"] } } }`,
    });
    const { outputs, diagnostics } = await project.run();
    expect(diagnostics).toEqual([]);
    const { folder } = project;
    expect(valueOf(outputs)).toEqual({
      all: [`${folder}/a.ts`, `${folder}/`, `${folder}/lib/deep`, 1, true],
      places: [`file://${folder}/main.ts`, folder, `${folder}/main.ts`, `file://${folder}/x.js`, "node:fs"],
    });
  });

  test("an entry of every kind", async () => {
    const entries = {
      "main.mts": "export const a: number = 1;",
      "main.js": "export const a = 1;",
      "main.mjs": "#!/usr/bin/env node\nexport const a = 1;",
      "main.tsx": "export const a = 1 as number;",
      "main.cjs": "module.exports = { a: 1, f() {} };",
      "src/main.cts": "exports.a = 1 as number;",
      "odd #1% ü?/main.ts": `export const a = import.meta.url === new URL("main.ts", import.meta.url).href ? 1 : 2;`,
    };
    const reports = await built.project(entries).runAll(Object.keys(entries));
    expect(reports.map(({ diagnostics, outputs }) => [diagnostics, valueOf(outputs)])).toEqual(
      reports.map(() => [[], { a: 1 }]),
    );
    expect(reports.map(({ compiled }) => compiled)).toEqual(reports.map(() => 1));
  });

  test("nothing is left out for looking unused", async () => {
    const { printed } = await built
      .project({
        "package.json": `{ "name": "shop", "type": "module", "sideEffects": false }`,
        "main.ts": `import "./a.js"; class A { constructor() { console.log("made"); } } const unused = /* @__PURE__ */ new A();`,
        "a.ts": `console.log("a");`,
      })
      .run();
    expect(printed.trim()).toBe("a\nmade");
  });

  test("a package of components brings its own packages", async () => {
    const project = built.project({
      "main.ts": `import { part } from "@acme/parts/part"; import { version } from "dep"; export const versions = [part, version];`,
      "store/parts/package.json": `{ "name": "@acme/parts", "type": "module", "exports": { "./*": "./lib/*.js" }, "coconut": {} }`,
      "store/parts/lib/part.js": `import { version } from "dep"; import { more } from "more"; export const part = version + more;`,
      "store/parts/node_modules/dep/package.json": `{ "name": "dep", "type": "module", "exports": { "import": "./i.js" } }`,
      "store/parts/node_modules/dep/i.js": `export const version = "inner";`,
      "store/parts/node_modules/more/package.json": `{ "name": "more", "main": "./m.mjs", "coconut": {} }`,
      "store/parts/node_modules/more/m.mjs": `export const more = import.meta.url.slice(-5);`,
      "node_modules/dep/package.json": `{ "name": "dep", "type": "module", "exports": "./i.js" }`,
      "node_modules/dep/i.js": `export const version = "outer";`,
    });
    mkdirSync(project.path("node_modules/@acme"));
    symlinkSync(project.path("store/parts"), project.path("node_modules/@acme/parts"));
    const { outputs, diagnostics } = await project.run();
    expect(diagnostics).toEqual([]);
    expect(valueOf(outputs)).toEqual({ versions: ["innerm.mjs", "outer"] });
  });
});

describe("the cache", () => {
  test("a program that did not change meets neither compiler nor parser", async () => {
    const project = built.project({
      "main.ts": `import { a } from "./a.js"; export const b = a ? 2 : 3;`,
      "a.ts": `export const a = 1;`,
      "tsconfig.json": `{ "extends": "./base.json" }`,
      "base.json": `{}`,
    });
    expect((await project.run({ times: 2 })).compiled).toBe(1);
    const broken = `${built.package}/node_modules/acorn`;
    mkdirSync(broken, { recursive: true });
    writeFileSync(
      `${broken}/package.json`,
      `{ "name": "acorn", "type": "module", "exports": "./broken.js" }`,
    );
    writeFileSync(`${broken}/broken.js`, `throw new Error("the parser was met"); export const parse = 0;`);
    try {
      const again = await project.run();
      expect([again.compiled, valueOf(again.outputs)]).toEqual([0, { b: 2 }]);
      project.write({ "a.ts": `export const a = 0;` });
      await expect(project.run()).rejects.toThrow("the parser was met");
    } finally {
      rmSync(broken, { recursive: true });
    }
    for (const [path, text] of [
      ["a.ts", `export const a = 7;`],
      ["base.json", `{ "compilerOptions": {} }`],
      ["package.json", `{ "name": "store", "type": "module" }`],
      ["new.ts", ""],
    ] as const) {
      project.write({ [path]: text });
      expect([path, (await project.run({ times: 2 })).compiled]).toEqual([path, 1]);
    }
  });

  test("what was damaged is compiled again, and what failed is not kept", async () => {
    const project = built.project({ "main.ts": `export const a = 1;` });
    await project.run();
    for (const name of readdirSync(project.path(".coconut/cache")))
      writeFileSync(project.path(`.coconut/cache/${name}`), "{");
    const again = await project.run();
    expect([again.compiled, valueOf(again.outputs)]).toEqual([1, { a: 1 }]);
    project.write({ "main.ts": `export const a = ;` });
    expect((await project.run()).diagnostics).toHaveLength(1);
    expect(readdirSync(project.path(".coconut/cache")).filter((name) => name.startsWith("work-"))).toEqual(
      [],
    );
  });
});

describe("what is wrong with a program", () => {
  const problems: Record<
    string,
    readonly [
      files: Record<string, string>,
      ...problems: [code: string, position: string | undefined, detail: RegExp][],
    ]
  > = {
    none: [{}, ["program/no-entry", undefined, /main\.ts, but it does not exist or is not a file/]],
    syntax: [
      { "main.ts": `const é = "ü"; const a = ;\n` },
      ["program/compile-error", "main.ts:1:26", /^Unexpected ";"\.$/],
    ],
    several: [
      {
        "main.ts": `import "./a.js";\nimport "./no.js"; import "./none.js";`,
        "a.ts": `export const a: = 1;`,
      },
      ["program/compile-error", "a.ts:1:17", /Unexpected "="/],
      ["program/compile-error", "main.ts:2:8", /Could not resolve "\.\/no\.js"/],
      ["program/compile-error", "main.ts:2:26", /Could not resolve "\.\/none\.js"/],
    ],
    packages: [
      {
        "main.ts": `import fs from "fs";\n  import { a } from "@acme/none/part"; import type { B } from "types-only";\nexport * from "none"; fs.statSync("."); a();`,
      },
      ["program/missing-package", "main.ts:2:3", /the package "@acme\/none" is not installed/],
      ["program/missing-package", "main.ts:3:1", /the package "none"/],
    ],
  };
  test("is told with its place", async () => {
    const names = Object.keys(problems);
    const files = Object.entries(problems).flatMap(([name, [files]]) =>
      Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]),
    );
    const project = built.project(Object.fromEntries(files));
    const reports = await project.runAll(names.map((name) => `${name}/main.ts`));
    for (const [index, name] of names.entries()) {
      const [, ...expected] = problems[name]!;
      const { diagnostics } = reports[index]!;
      expect(diagnostics.map(({ code, position }) => [code, position])).toEqual(
        expected.map(([code, position]) => [code, position && `${name}/${position}`]),
      );
      for (const [each, [, , detail]] of expected.entries())
        expect(diagnostics[each]!.detail).toMatch(detail);
    }
  });

  test("what the compiler doubts is a warning, also when nothing is compiled", async () => {
    const project = built.project({ "main.ts": `export const a = { b: 1,\n  b: 2 };` });
    for (const compiled of [1, 0]) {
      const report = await project.run();
      expect(report.compiled).toBe(compiled);
      expect(report.warnings.map(({ code, position }) => [code, position])).toEqual([
        ["program/compile-warning", "main.ts:2:3"],
      ]);
    }
  });

  test("a cache that cannot be written", async () => {
    const { diagnostics } = await built.project({ "main.ts": "" }).run({ cacheFolder: "main.ts/cache" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["program/cache-unwritable"]);
  });

  test("no compiler", async () => {
    const project = built.project({ "main.ts": "" });
    const broken = `${built.package}/node_modules/esbuild`;
    mkdirSync(broken, { recursive: true });
    writeFileSync(
      `${broken}/package.json`,
      `{ "name": "esbuild", "exports": { "./package.json": "./package.json" } }`,
    );
    try {
      // The real one lies above, so its program is found from the broken package: take that away too.
      mkdirSync(`${built.package}/node_modules/@esbuild/${process.platform}-${process.arch}`, {
        recursive: true,
      });
      writeFileSync(
        `${built.package}/node_modules/@esbuild/${process.platform}-${process.arch}/package.json`,
        `{ "exports": {} }`,
      );
      const { diagnostics } = await project.run();
      expect(diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
        ["program/no-compiler", expect.stringContaining("npm install --include=optional")],
      ]);
    } finally {
      rmSync(`${built.package}/node_modules`, { recursive: true });
    }
  });
});
