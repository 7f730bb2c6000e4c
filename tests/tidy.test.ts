import { describe, expect, test } from "vitest";
import * as imports from "./tidy/import-rules.js";
import * as shape from "./tidy/shape-rules.js";
import { readSourceTree, type SourceTree } from "./tidy/source-tree.js";

/**
 * The architecture as data. A new edge needs a page in docs/decisions/. Every folder may import `std`, which
 * is entered file by file so that a pure folder reaches only the pieces it uses.
 */
const layout: imports.Layout = {
  std: { imports: [], door: "files" },
  model: { pure: true, imports: [] },
  graph: { pure: true, imports: ["model"] },
  render: { pure: true, imports: ["model"] },
  state: { pure: true, imports: ["model", "graph"] },
  plan: { pure: true, imports: ["model", "graph"] },
  // Programs import its index.ts; the folders that run programs and make resource classes, internal.ts.
  sdk: { imports: ["model"], door: "internal" },
  asset: { imports: ["model"] },
  program: { imports: ["model", "sdk", "asset"] },
  provider: { imports: ["model", "sdk"] },
  store: { imports: ["model", "state"] },
  apply: { imports: ["model", "graph", "program", "provider", "store"] },
  engine: {
    imports: [
      "model",
      "graph",
      "state",
      "plan",
      "render",
      "sdk",
      "asset",
      "program",
      "provider",
      "store",
      "apply",
    ],
  },
  embed: { imports: ["sdk", "engine"] },
  cli: { imports: ["model", "render", "engine"] },
  console: { imports: ["model", "render", "engine"] },
  providers: { imports: ["sdk", "provider", "asset"] },
  testing: {
    imports: "model graph render state plan sdk asset program provider store apply engine providers".split(
      " ",
    ),
  },
};

/** What `src/operations/stack.ts` reaches and no simulation has to decide over. */
const realTime = {
  "src/std/timer.ts": "the timers that the ports are made of",
  "src/store/system-ports.ts": "the ports themselves",
  "src/std/process-start.ts": "when this machine began, which the ports tell",
  "src/store/sqlite/lock-file.ts": "a store in files",
  "src/store/sqlite/file-signs.ts": "the time of a file, which the ports tell",
  "src/std/file-beside.ts": "the name of a file that is there for a moment",
  "src/program/load/run-module.ts": "programs that are modules, whose promises come from outside",
  "src/program/load/program-cache.ts": "files that are old",
  "src/asset/web/download-once.ts": "a network",
  "src/operations/observe/open-logs.ts": "following logs, which changes nothing",
  "src/operations/observe/last-lines.ts": "following logs, which changes nothing",
  "src/std/merge-ordered.ts": "following logs, which changes nothing",
};

const bannedNames = ["util", "utils", "helper", "helpers", "common", "misc", "types"];
const fileLines = 400;
const functionLines = 70;

const privateText = {
  "a path of one machine":
    /(?<![\w.@*~-])\/(?:home|Users|root|work|mnt)\/\w+|\b[A-Z]:\\+Users\\+\w+|\/tmp\/\w+_jobs/,
  "a registry": /\bregistry\.[\w-]+\.\w+|\bnpm\.pkg\.\w+|\/-\/[\w.-]+\.tgz\b|^\s*registry\s*=/m,
};

/** What is made, not written; as `.gitignore` has it. */
const ignored = new Set([
  "node_modules",
  "dist",
  ".git",
  ".coconut",
  "coverage",
  "bench/results",
  "docs/.vitepress/cache",
]);

const repository = readSourceTree(new URL("..", import.meta.url).pathname, ignored);
const manifest = JSON.parse(repository.get("package.json") as string) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
/** Built into `dist`; see docs/dependencies.md. */
const builtIn = ["tar"];
const shipped = [...Object.keys(manifest.dependencies), ...builtIn];
/** One for each platform. */
const optional = new Set(
  Object.keys(manifest.optionalDependencies).map((name) => name.replace(/\/.*/, "/*")),
);
const dependencies = [
  ...Object.keys(manifest.dependencies),
  ...optional,
  ...Object.keys(manifest.devDependencies),
  // Of the site alone, which is installed by itself.
  ...Object.keys((JSON.parse(repository.get("docs/package.json")!) as typeof manifest).devDependencies),
];

describe("this repository", () => {
  const rules: Record<string, () => string[]> = {
    "imports follow the layout": () => imports.importDirection(repository, layout),
    "the layout has no cycle": () => imports.layoutCycles(layout),
    "folders are entered by the front door": () => imports.frontDoors(repository, layout),
    "imports name files and dependencies that exist": () => imports.importTargets(repository, shipped),
    "pure folders are pure": () => imports.purity(repository, layout),
    "the engine takes time and chance from its ports": () =>
      imports.borrowedTime(repository, ["src/operations/stack.ts"], realTime),
    "what is stored is written by JSON that nobody can patch": () =>
      imports.globalJson(repository, ["src/store/", "src/state/", "src/engine/plan-file/", "src/project/"]),
    "no file imports itself in a circle": () => imports.cycles(repository),
    "names say what is inside": () => shape.bannedNames(repository, bannedNames),
    "files stay short": () => shape.fileLength(repository, fileLines),
    "functions fit a screen": () => shape.functionLength(repository, functionLines),
    "every folder says what it is": () => shape.folderHeaders(repository),
    "nothing is left over": () => shape.leftovers(repository),
    "every diagnostic is raised by a test": () => shape.diagnosticCodes(repository),
    "nothing belongs to one machine": () => shape.privateText(repository, privateText),
    "every dependency says why": () =>
      shape.documentedDependencies(dependencies, repository.get("docs/dependencies.md") ?? ""),
  };
  test.each(Object.entries(rules))("%s", (_, rule) => {
    expect(rule()).toEqual([]);
  });
});

describe("each rule can fail", () => {
  const tree = (files: Record<string, string>): SourceTree => new Map(Object.entries(files));

  test("what is stored is written by JSON that nobody can patch", () => {
    const files = tree({
      "src/store/row.ts": `export const text = (row: object) => JSON.stringify(row);`,
      "src/store/seal.ts": `import { JSON } from "../std/plain-json.js";\nexport const { a } = JSON.parse("{}");`,
      "src/store/words.ts": `/** As \`JSON.stringify\` writes it. */\nexport const a = 1;`,
      "src/cli/print.ts": `export const text = JSON.stringify(1);`,
    });
    expect(imports.globalJson(files, ["src/store/"])).toEqual(["src/store/row.ts:1: uses the global JSON"]);
  });

  test("imports follow the layout, types and dynamic imports included", () => {
    const files = tree({
      "src/model/index.ts": `import type { A } from "../sdk/index.js";`,
      "src/plan/index.ts": `export * from "../state/index.js"; import "../std/a.js"; import "../model/index.js";`,
      "src/cli/main.ts": `await import("../store/index.js"); let a: import("../sdk/index.js").A;`,
      "src/sdk/index.ts": "",
      "src/state/index.ts": "",
      "src/store/index.ts": "",
      "src/std/a.ts": "",
      "src/model/model.test.ts": `import "../cli/main.js";`,
      "src/shared/index.ts": "",
      "src/loose.ts": "",
    });
    expect(imports.importDirection(files, layout)).toEqual([
      "src/shared/index.ts: is in no folder of the layout",
      "src/loose.ts: is in no folder of the layout",
      "src/model/index.ts:1: model may not import sdk",
      "src/plan/index.ts:1: plan may not import state",
      "src/cli/main.ts:1: cli may not import store",
      "src/cli/main.ts:1: cli may not import sdk",
    ]);
  });

  test("the layout has no cycle", () => {
    expect(imports.layoutCycles({ a: { imports: ["b"] }, b: { imports: ["a"] } })).toEqual([
      "a → b → a",
      "b → a → b",
    ]);
  });

  test("folders are entered by the front door", () => {
    const files = tree({
      "src/sdk/output.ts": `import "../model/value/value.js"; import "../model/index.js"; import "../std/a.js";`,
      "src/testing/index.ts": `import "../providers/local/index.js"; import "../providers/local/file.js";`,
      "src/model/index.ts": `export * from "./value/value.js";`,
      "src/model/value/value.ts": "",
      "src/std/a.ts": "",
      "src/providers/local/index.ts": "",
      "src/providers/local/file.ts": "",
    });
    expect(imports.frontDoors(files, layout)).toEqual([
      "src/sdk/output.ts:1: enters model by ../model/value/value.js, not by its index.ts",
      "src/testing/index.ts:1: enters providers by ../providers/local/file.js, not by its index.ts",
    ]);
  });

  test("imports name files and dependencies that exist", () => {
    const files = tree({
      "src/sdk/a.ts": `import "node:fs"; import "fs"; import "tar"; import "tar/x"; import "tarball"; import "./b.js";`,
    });
    expect(imports.importTargets(files, ["tar"])).toEqual([
      "src/sdk/a.ts:1: fs is neither a file here nor a dependency",
      "src/sdk/a.ts:1: tarball is neither a file here nor a dependency",
      "src/sdk/a.ts:1: ./b.js is neither a file here nor a dependency",
    ]);
  });

  test.each([
    `async function f() {}`,
    `const f = async () => {}`,
    `class A { async f() {} }`,
    `await x`,
    `for await (const a of b) {} export {}`,
    `new Promise(f)`,
    `Promise.resolve(1)`,
    `import fs from "node:fs"`,
    `import type { A } from "valibot"`,
    `import("./b.js")`,
    `Date.now()`,
    `new Date()`,
    `Date()`,
    `Math.random()`,
    `Math["random"]()`,
    `performance.now()`,
    `process.env`,
    `globalThis.process.env`,
    `console.log(1)`,
    `setTimeout(f)`,
    `const now = { setTimeout }`,
    `\`text \${process.pid} text\``,
  ])("pure folders are pure: %s", (text) => {
    expect(imports.purity(tree({ "src/model/a.ts": text }), layout)).toHaveLength(1);
  });

  test.each([
    `// await process.exit(Date.now())`,
    `/** async */ const text = "await Math.random()" + 'process' + \`console\`;`,
    `const quoted = /process|"console/.test("x") ? 1 / 2 / process2 : 0;`,
    `interface A { process: Promise<string>; fetch(): void } type B = typeof process;`,
    `const a = { process: 1, fetch() {} }; a.process; a.fetch();`,
    `class A { console = 1; fetch() {} }`,
    `new Date("2020-01-01"); x instanceof Date; x instanceof Promise;`,
  ])("pure code may say: %s", (text) => {
    expect(imports.purity(tree({ "src/model/a.ts": text }), layout)).toEqual([]);
  });

  test("what a pure folder reaches is pure too", () => {
    const files = tree({
      "src/model/a.ts": `import "../std/b.js";`,
      "src/std/b.ts": `import "./c.js";`,
      "src/std/c.ts": `console.log(1)`,
      "src/std/d.ts": `console.log(1)`,
    });
    expect(imports.purity(files, layout)).toEqual(["src/std/c.ts:1: console in pure code"]);
  });

  test.each([
    `setTimeout(f)`,
    `new Date()`,
    `Date.now()`,
    `performance.now()`,
    `AbortSignal.timeout(5)`,
    `Math.random()`,
    `crypto.randomUUID()`,
    `import { randomBytes } from "node:crypto";`,
    `import { setTimeout as wait } from "node:timers/promises";`,
  ])("the engine takes time and chance from its ports: %s", (text) => {
    const files = tree({ "src/operations/stack.ts": `import "./a.js";`, "src/engine/a.ts": text });
    expect(imports.borrowedTime(files, ["src/operations/stack.ts"], {})).toHaveLength(1);
    expect(imports.borrowedTime(files, ["src/operations/stack.ts"], { "src/engine/a.ts": "why" })).toEqual(
      [],
    );
  });

  test("the engine may wait for its turn, and take what it is given", () => {
    const files = tree({
      "src/operations/stack.ts": `setImmediate(f); ports.randomBytes(4); const { randomBytes } = ports; new Date(now());`,
    });
    expect(imports.borrowedTime(files, ["src/operations/stack.ts"], {})).toEqual([]);
  });

  test("no file imports itself in a circle", () => {
    const files = tree({
      "src/model/a.ts": `import "./b.js";`,
      "src/model/b.ts": `import { type C } from "./c.js"; import "./d.js";`,
      "src/model/c.ts": `import "./a.js"; import type { B } from "./b.js"; export type * from "./b.js";`,
      "src/model/d.ts": `import "./d.js";`,
    });
    expect(imports.cycles(files)).toEqual([
      "src/model/a.ts → src/model/b.ts → src/model/c.ts → src/model/a.ts",
      "src/model/d.ts → src/model/d.ts",
    ]);
  });

  test("names say what is inside", () => {
    const files = tree({
      "src/model/utils.ts": "",
      "src/common/a.ts": "",
      "tests/helpers.test.ts": "",
      "tests/types/shapes.test.ts": "",
      "docs/common.md": "",
    });
    expect(shape.bannedNames(files, bannedNames)).toHaveLength(3);
  });

  test("files stay short", () => {
    const files = tree({
      "src/a.ts": "\n".repeat(5) + "x",
      "src/b.ts": "\n\n\n",
      "src/c.test.ts": "\n".repeat(9),
    });
    expect(shape.fileLength(files, 5)).toEqual(["src/a.ts: 6 lines"]);
  });

  test("functions fit a screen", () => {
    const files = tree({
      "src/a.ts": "function f() {\n}\nconst g = () => {\n\n};\nclass A {\nh() {\n\n}\n}",
    });
    expect(shape.functionLength(files, 2)).toEqual([
      "src/a.ts:3: g has 3 lines",
      "src/a.ts:7: h has 3 lines",
    ]);
  });

  test("every folder says what it is", () => {
    const files = tree({
      "src/model/index.ts": "/** The nouns. */",
      "src/model/value/value.ts": "",
      "src/sdk/index.ts": `export * from "./a.js";`,
      "src/cli/main.test.ts": "",
    });
    expect(shape.folderHeaders(files)).toEqual([
      "src/model/value: has no index.ts",
      "src/sdk/index.ts: does not begin with a header comment",
    ]);
  });

  test("nothing is left over", () => {
    const files = tree({
      "src/a.ts": `// TODO later\n/* FIXME */\n// @ts-ignore\nlet a = b as any;\ncursor.skip(1); "as any // TODO";`,
      "tests/a.test.ts": `test.only("a", f);\ndescribe.concurrent.skip("b", f);\nit.each([1])("c", f);`,
    });
    expect(shape.leftovers(files)).toEqual([
      "src/a.ts:1: TODO",
      "src/a.ts:2: FIXME",
      "src/a.ts:3: @ts-ignore",
      "src/a.ts:4: as any",
      "tests/a.test.ts:1: test.only",
      "tests/a.test.ts:2: describe.skip",
    ]);
  });

  test("every diagnostic is raised by a test", () => {
    const files = tree({
      "src/model/diagnostics.ts": `diagnosticCatalogue({ "model/a": "A",\n"model/b": "B",\n"sdk/c": "C" })`,
      "src/sdk/diagnostics.ts": `diagnosticCatalogue({ "sdk/c": "C" })`,
      "src/model/a.test.ts": `["model/a", "model/b-more", "sdk/c"]`,
    });
    expect(shape.diagnosticCodes(files)).toEqual([
      "src/model/diagnostics.ts:2: no test raises model/b",
      "src/model/diagnostics.ts:3: sdk/c does not begin with its folder",
      "src/sdk/diagnostics.ts:1: sdk/c is also declared in src/model/diagnostics.ts",
    ]);
  });

  test("nothing belongs to one machine", () => {
    const at = (...parts: string[]) => parts.join("/");
    const files = tree({
      "a.md": `see\n${at("", "home", "someone", "notes")}`,
      "b.json": `"resolved": "https:${at("", "", ["registry", "example.org"].join("."), "a", "-", "a-1.0.0.tgz")}"`,
      ".npmrc": `${["registry", "https"].join("=")}://example.org`,
      "c.md":
        at("src", "root", "x") +
        at(" https:", "", "example.com", "home", "x") +
        at(" ", "path", "to", "file"),
    });
    expect(shape.privateText(files, privateText).map((each) => each.split(": ", 2).join(": "))).toEqual([
      "a.md:2: holds a path of one machine",
      "b.json:1: holds a registry",
      ".npmrc:1: holds a registry",
    ]);
  });

  test("every dependency says why", () => {
    const page = "| package | why |\n|---|---|\n| `tar` | … |\n| `left-pad` | … |\n";
    expect(shape.documentedDependencies(["tar", "yauzl"], page)).toEqual([
      "yauzl has no line",
      "left-pad is no dependency",
    ]);
  });
});
