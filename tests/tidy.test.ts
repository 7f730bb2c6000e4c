import { describe, expect, test } from "vitest";
import * as doors from "./tidy/door-rules.js";
import * as imports from "./tidy/import-rules.js";
import * as inner from "./tidy/inner-rules.js";
import { layout } from "./tidy/layout.js";
import * as documents from "./tidy/document-rules.js";
import { phrases } from "./tidy/phrases.js";
import * as prose from "./tidy/prose-rules.js";
import * as shape from "./tidy/shape-rules.js";
import { entriesOf, readSourceTree, type SourceTree } from "./tidy/source-tree.js";

/** What `src/operations/stack/stack.ts` reaches and no simulation has to decide over. */
const realTime = {
  "src/std/timer.ts": "the timers that the ports are made of",
  "src/store/system-ports.ts": "the ports themselves",
  "src/std/process-start.ts": "when this machine began, which the ports tell",
  "src/store/sqlite/lock-file.ts": "a store in files",
  "src/store/sqlite/file-signs.ts": "the time of a file, which the ports tell",
  "src/std/file-beside.ts": "the name of a file that is there for a moment",
  "src/program/load/run-module.ts": "programs that are modules, whose promises come from outside",
  "src/program/compile/program-cache.ts": "files that are old",
  "src/asset/web/download-once.ts": "a network",
  "src/operations/observe/open-logs.ts": "following logs, which changes nothing",
  "src/std/merge-ordered.ts": "following logs, which changes nothing",
  "src/provider/child/child.ts": "processes",
  "src/provider/child/child-records.ts": "processes",
  "src/provider/child/end-group.ts": "processes",
  "src/wire/stall-check.ts": "a connection to a process",
};

/** The folders whose diagnostic codes are named after another one. */
const codeOwners = Object.fromEntries(
  Object.entries(layout).flatMap(([folder, { codes }]) => (codes === undefined ? [] : [[folder, codes]])),
);

const bannedNames = ["util", "utils", "helper", "helpers", "common", "misc", "types"];
const fileLines = 400;
const functionLines = 70;

const privateText = {
  "a path of one machine":
    /(?<![\w.@*~-])\/(?:home|Users|root|work|mnt)\/\w+|\b[A-Z]:\\+Users\\+\w+|\/tmp\/\w+_jobs/,
  "a registry": /\bregistry\.[\w-]+\.\w+|\bnpm\.pkg\.\w+|\/-\/[\w.-]+\.tgz\b|^\s*registry\s*=/m,
};

/** Files that may hold a text of the table above, with the reason. */
const allowedText: Readonly<Record<string, string>> = {
  "src/terraform/source/default-host.ts": "an address without a host means this registry, as in OpenTofu",
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
const architecture = repository.get("ARCHITECTURE.md") as string;
/** Built into `dist`; see docs/dependencies.md. */
const builtIn = ["@bufbuild/protobuf", "tar"];
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
    "imports inside a folder follow its table": () => inner.innerImports(repository, layout),
    "folders inside a folder do not import each other in a circle": () => inner.innerCycles(repository),
    "no table permits an import that nothing uses": () => inner.unusedEdges(repository, layout),
    "folders are entered by the front door": () => doors.frontDoors(repository, layout),
    "every door is used": () => doors.unusedDoors(repository, entriesOf(repository)),
    "imports name files and dependencies that exist": () => imports.importTargets(repository, shipped),
    "pure folders are pure": () => imports.purity(repository, layout),
    "the engine takes time and chance from its ports": () =>
      imports.borrowedTime(repository, ["src/operations/stack/stack.ts"], realTime),
    "what is stored is written by JSON that nobody can patch": () =>
      imports.globalJson(repository, ["src/store/", "src/state/", "src/engine/plan-file/", "src/project/"]),
    "no file imports itself in a circle": () => imports.cycles(repository),
    "names say what is inside": () => shape.bannedNames(repository, bannedNames),
    "files stay short": () => shape.fileLength(repository, fileLines),
    "functions fit a screen": () => shape.functionLength(repository, functionLines),
    "every folder says what it is": () => doors.folderHeaders(repository, layout),
    "headers say what a folder imports": () => doors.headerImports(repository, layout),
    "ARCHITECTURE.md names the folders": () =>
      doors.namedFolders(repository, repository.get("ARCHITECTURE.md") ?? ""),
    "nothing is left over": () => shape.leftovers(repository),
    "ARCHITECTURE.md names files that exist": () => documents.namedFiles(repository, architecture),
    "the path of one resource is short": () => documents.pathStops(architecture, 25),
    "ARCHITECTURE.md names all process-wide state": () => documents.processState(repository, architecture),
    "every diagnostic is raised by a test": () => shape.diagnosticCodes(repository, codeOwners),
    "nothing belongs to one machine": () => shape.privateText(repository, privateText, allowedText),
    "text reads as English": () => prose.phrases(repository, phrases),
    "comments begin with what the thing is": () => prose.commentOpenings(repository),
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

  test("imports inside a folder follow its table", () => {
    const files = tree({
      "src/plan/index.ts": `import "./decide/index.js"; import "./walk/walk.js";`,
      "src/plan/words.ts": `import "./walk/walk.js"; import "./index.js";`,
      "src/plan/decide/index.ts": `import "../words.js"; import "../extra.js";`,
      "src/plan/walk/walk.ts": `import type { A } from "../decide/index.js"; import "./step.js";`,
      "src/plan/walk/step.ts": "",
      "src/plan/steps/a.ts": "",
      "src/plan/extra.ts": "",
      "src/plan/lonely.ts": "",
      "src/graph/a/a.ts": "",
      "src/graph/b/b.ts": "",
      "src/graph/c/c.ts": "",
      "src/state/a/a.ts": `import "../b/b.js";`,
      "src/state/b/b.ts": "",
    });
    const inside = {
      "words.ts": [],
      decide: ["words.ts"],
      walk: [],
      "extra.ts": [],
      "lonely.ts": [],
      gone: [],
      ".": ["decide"],
    };
    expect(inner.innerImports(files, { plan: { imports: [], inside } })).toEqual([
      "src/graph: 3 folders inside and no table",
      "src/plan/steps: is not in the table of plan",
      "src/plan/lonely.ts: has a row, and is neither a folder nor imported by one",
      "src/plan/gone: has a row, and is neither a folder nor imported by one",
      "src/plan/index.ts:1: plan/index.ts may not import walk",
      "src/plan/words.ts:1: plan/words.ts may not import walk",
      "src/plan/decide/index.ts:1: plan/decide may not import extra.ts",
      "src/plan/walk/walk.ts:1: plan/walk may not import decide",
    ]);
  });

  test("folders inside a folder do not import each other in a circle", () => {
    const files = tree({
      "src/plan/index.ts": `import "./a/a.js"; import "./e.js";`,
      "src/plan/a/a.ts": `import type { B } from "../b/b.js";`,
      "src/plan/b/b.ts": `import "../c.js"; import "./own.js";`,
      "src/plan/b/own.ts": `import "./b.js";`,
      "src/plan/c.ts": `import "./d.js";`,
      "src/plan/d.ts": `import "./a/a.js";`,
      "src/plan/e.ts": `import "./index.js"; import "./a/a.js";`,
      "src/state/a/a.ts": `import "../b/b.js";`,
      "src/state/b/b.ts": "",
    });
    expect(inner.innerCycles(files)).toEqual(["src/plan: a + b + c.ts + d.ts import each other"]);
  });

  test("no table permits an import that nothing uses", () => {
    const files = tree({
      "src/plan/index.ts": `import "../model/index.js"; import "./a/a.js";`,
      "src/plan/c.ts": "",
      "src/plan/a/a.ts": `import "../c.js";`,
      "src/plan/b/b.ts": `import "../a/a.js";`,
      "src/model/index.ts": "",
    });
    const inside = { "c.ts": ["a"], a: ["c.ts", "b"], b: ["a"], ".": ["a", "b"] };
    expect(
      inner.unusedEdges(files, {
        plan: { imports: ["model", "graph"], inside },
        console: { imports: ["plan"] },
      }),
    ).toEqual([
      "src/plan: may import graph, and does not",
      "src/plan: c.ts may import a, and does not",
      "src/plan: a may import b, and does not",
      "src/plan: . may import b, and does not",
      "src/console: may import plan, and does not",
    ]);
  });

  test("folders are entered by the front door", () => {
    const files = tree({
      "src/sdk/output.ts": `import "../model/value/value.js"; import "../model/index.js"; import "../std/a.js";`,
      "src/testing/index.ts": `import "../providers/local/index.js"; import "../providers/local/file.js";`,
      "src/provider/index.ts": `import "../sdk/internal.js"; import "../model/value/index.js";`,
      "src/model/index.ts": `export * from "./value/value.js"; export * from "./name/urn.js";`,
      "src/model/value/index.ts": `export * from "./value.js";`,
      "src/model/value/value.ts": `import "../name/urn.js"; import "../event.js";`,
      "src/model/value/deep/deep.ts": `import "../value.js";`,
      "src/model/name/urn.ts": `import type { A } from "../value/deep/deep.js";`,
      "src/model/event.ts": "",
      "src/sdk/internal.ts": "",
      "src/std/a.ts": "",
      "src/providers/local/index.ts": "",
      "src/providers/local/file.ts": "",
    });
    expect(doors.frontDoors(files, layout)).toEqual([
      "src/sdk/output.ts:1: enters model by ../model/value/value.js, not by its index.ts",
      "src/testing/index.ts:1: enters providers by ../providers/local/file.js, not by its index.ts",
      "src/model/index.ts:1: enters model/value by ./value/value.js, not by its index.ts",
      "src/model/name/urn.ts:1: enters model/value by ../value/deep/deep.js, not by its index.ts",
    ]);
  });

  test("every door is used", () => {
    const files = tree({
      "src/model/index.ts": `export * from "./value/index.js";`,
      "src/model/value/index.ts": `export * from "./value.js";`,
      "src/model/value/value.ts": `import "./index.js";`,
      "src/plan/index.ts": `export * from "./walk/walk.js";`,
      "src/plan/walk/index.ts": `export * from "./walk.js";`,
      "src/plan/walk/walk.ts": `import "./index.js";`,
      "src/testing/index.ts": "",
      "tests/plan.test.ts": `import "../src/plan/index.js";`,
    });
    expect(doors.unusedDoors(files, ["src/model/index.ts"])).toEqual([
      "src/plan/walk/index.ts: nothing outside of its folder imports it",
      "src/testing/index.ts: nothing outside of its folder imports it",
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
    const files = tree({ "src/engine/engine.ts": `import "./a.js";`, "src/engine/a.ts": text });
    expect(imports.borrowedTime(files, ["src/engine/engine.ts"], {})).toHaveLength(1);
    expect(imports.borrowedTime(files, ["src/engine/engine.ts"], { "src/engine/a.ts": "why" })).toEqual([]);
  });

  test("the engine may wait for its turn, and take what it is given", () => {
    const files = tree({
      "src/engine/engine.ts": `setImmediate(f); ports.randomBytes(4); const { randomBytes } = ports; new Date(now());`,
    });
    expect(imports.borrowedTime(files, ["src/engine/engine.ts"], {})).toEqual([]);
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
      "src/model/name/index.ts": "",
      "src/sdk/index.ts": `export * from "./a.js";`,
      "src/cli/main.ts": "#!/usr/bin/env node\n/** The program. */",
      "src/plan/decide.ts": "/** Decides. */",
      "src/state/state.test.ts": "",
      "src/providers/local/file.ts": "",
      "src/providers/random/index.ts": "// Chance.\n",
    });
    expect(doors.folderHeaders(files, layout)).toEqual([
      "src/plan: has no index.ts",
      "src/providers/local: has no index.ts",
      "src/model/name/index.ts: does not begin with a header comment",
      "src/sdk/index.ts: does not begin with a header comment",
    ]);
  });

  test("headers say what a folder imports", () => {
    const files = tree({
      "src/model/index.ts": "/**\n * The nouns. Imports:\n * nothing. Pure.\n */",
      "src/graph/index.ts": `/** A graph. Imports nothing. */`,
      "src/sdk/index.ts": `/** For programs. Imports: graph, model. */`,
      "src/sdk/a.ts": `import "../model/index.js"; import "../std/a.js"; import "node:fs";`,
      "src/sdk/a.test.ts": `import "../graph/index.js";`,
      "src/providers/local/index.ts": `/** Files. Imports: nothing. */ import "../../sdk/index.js";`,
      "src/providers/random/index.ts": `/** Chance. Imports: sdk. */ import "../../sdk/index.js";`,
      "src/std/a.ts": "",
      "src/std/index.ts": "/** Imports: nothing. */",
    });
    expect(doors.headerImports(files, layout)).toEqual([
      `src/graph/index.ts: the header says nothing about imports; write "Imports: nothing."`,
      `src/sdk/index.ts: the header says graph, model; write "Imports: model."`,
      `src/providers/local/index.ts: the header says nothing; write "Imports: sdk."`,
    ]);
  });

  test("ARCHITECTURE.md names the folders", () => {
    const files = tree({
      "src/model/value/deep/a.ts": "",
      "src/model/name/a.ts": "",
      "src/model/path/a.ts": "",
      "src/plan/a.ts": "",
      "src/state/value/a.ts": "",
    });
    const page = "| `model/` | nouns: `value/`, `model/name/`, path | |\n| `state/` | rows | |\n";
    expect(doors.namedFolders(files, page)).toEqual([
      "src/model/path: the row of model in ARCHITECTURE.md does not name it",
      "src/plan: ARCHITECTURE.md has no row for it",
      "src/state/value: the row of state in ARCHITECTURE.md does not name it",
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
    const allowed = { "a.md": "a reason", "c.md": "holds nothing", "gone.md": "does not exist" };
    expect(
      shape.privateText(files, privateText, allowed).map((each) => each.split(": ", 2).join(": ")),
    ).toEqual([
      "b.json:1: holds a registry",
      ".npmrc:1: holds a registry",
      "c.md: is allowed to hold such a text, and holds none",
      "gone.md: is allowed to hold such a text, and holds none",
    ]);
  });

  test("ARCHITECTURE.md names files that exist", () => {
    const files = tree({ "src/plan/decide.ts": "", "tests/tidy/layout.ts": "" });
    const page = "`plan/decide.ts` `tests/tidy/layout.ts` `plan/decision.ts` `index.ts`";
    expect(documents.namedFiles(files, page)).toEqual(["ARCHITECTURE.md: there is no plan/decision.ts"]);
  });

  test("the path of one resource is short", () => {
    const page = (...numbers: number[]) =>
      `## The path of one resource\n${numbers.map((number) => `| ${number} | \`a.ts\` | x |\n`).join("")}\n## Next`;
    expect(documents.pathStops(page(1, 2), 2)).toEqual([]);
    expect(documents.pathStops(page(1, 3, 3), 2)).toEqual([
      "ARCHITECTURE.md: stop 2 has the number 3",
      "ARCHITECTURE.md: 3 stops, 2 at most",
    ]);
    expect(documents.pathStops("", 2)).toEqual(["ARCHITECTURE.md: the path of one resource has no stops"]);
  });

  test("ARCHITECTURE.md names all process-wide state", () => {
    const files = tree({
      "src/sdk/a.ts": "const shared = globalThis as { [key]?: A };",
      "src/sdk/b.ts": "const { JSON } = globalThis;",
      "src/sdk/c.ts": "(globalThis as { [key]?: A })[key] ??= a;",
    });
    const page = "- **Process-wide state**: `sdk/a.ts`, `sdk/d.ts`.\n- **Next**";
    expect(documents.processState(files, page)).toEqual([
      "src/sdk/c.ts: keeps process-wide state",
      "src/sdk/d.ts: keeps no process-wide state",
    ]);
  });

  test("text reads as English", () => {
    const files = tree({
      "src/a.ts": "/**\n * The create was cut\n * off.\n */\nexport const a = `It takes the lock away.`;\n",
      "src/a.test.ts": "// cut off",
      "docs/a.md": "A cut-off date.\n\n| ~~was cut\noff~~ | was interrupted |\n\nCut off.\n",
      "tests/golden/help.txt": "cut off\n",
    });
    const avoid = { "cut off": "interrupted", "takes … away": "removes" };
    expect(prose.phrases(files, avoid)).toEqual([
      'src/a.ts:2: "cut off"; better: interrupted',
      'src/a.ts:5: "takes … away"; better: removes',
      'docs/a.md:6: "cut off"; better: interrupted',
      'tests/golden/help.txt:1: "cut off"; better: interrupted',
    ]);
  });

  test("comments begin with what the thing is", () => {
    const files = tree({
      "src/a.ts":
        "/** What it is. */\nconst a = 1;\n/**\n * Whoever calls it.\n */\nconst b = 2;\n/** Whatever. */\nconst c = 3;\n",
      "src/a.test.ts": "/** What it is. */",
    });
    expect(prose.commentOpenings(files)).toEqual([
      'src/a.ts:1: a comment begins with "What"; say what the thing is or returns',
      'src/a.ts:3: a comment begins with "Whoever"; say what the thing is or returns',
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
