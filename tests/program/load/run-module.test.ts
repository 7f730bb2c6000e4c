import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, type RunRequest } from "./built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const prologue = `import { ComponentResource } from "@coconut/coconut"; class Box extends ComponentResource { constructor(name: string) { super("shop:web:Box", name); } } const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));\n`;

async function run(text: string, request: RunRequest = {}, files: Record<string, string> = {}) {
  const report = await built.project({ "main.ts": prologue + text, ...files }).run(request);
  return {
    ...report,
    made: report.registrations.map(({ name }) => name),
    problems: report.diagnostics.map(({ code, position }) => [code, position]),
  };
}

describe("the end of a program", () => {
  test.each([
    ["the last line", `new Box("a");`],
    ["top-level await", `await sleep(5); new Box("a");`],
    ["a floating main", `async function main() { await sleep(20); new Box("a"); } main();`],
    ["a default function", `export default async () => { await sleep(5); new Box("a"); };`],
    [
      "a module that is imported later",
      `const { more } = await import("./more.js"); more(() => new Box("a"));`,
    ],
  ])("%s", async (_, text) => {
    const { made, problems } = await run(
      text,
      {},
      { "more.ts": `export const more = (f: () => unknown) => f();` },
    );
    expect([made, problems]).toEqual([["a"], []]);
  });

  test("something stays open", async () => {
    const { problems, diagnostics } = await run(`setInterval(() => {}, 5); setTimeout(() => {}, 60_000);`, {
      drainMs: 50,
    });
    expect(problems).toEqual([["program/not-drained", undefined]]);
    expect(diagnostics[0]!.detail).toContain("Open are: 2 × Timeout.");
  });

  test("a promise that never settles", async () => {
    expect((await run(`new Box("a"); await new Promise(() => {});`)).problems).toEqual([
      ["program/never-settled", undefined],
    ]);
    expect((await run(`export default () => new Promise(() => {});`)).problems).toEqual([
      ["program/never-settled", undefined],
    ]);
  });

  test("embedded, it has ended when it has settled, and nothing is installed", async () => {
    const { made, problems, printed } = await run(
      `setTimeout(() => {}, 60_000); new Box("a"); console.log(process.listenerCount("beforeExit"), process.listenerCount("uncaughtException"), process.exit.name);`,
      { embedded: true },
    );
    expect([made, problems, printed.trim()]).toEqual([["a"], [], "0 0 exit"]);
  });
});

describe("a program that fails", () => {
  test.each<[text: string, code: string, position: string | undefined]>([
    [`const a = 1; throw new Error("no");`, "program/failed", "main.ts:2:20"],
    [`const f = (x: any) => (x ? x : 1) && (!x || 2) && x.y.z; f({});`, "program/failed", "main.ts:2:56"],
    [`await Promise.reject(new Error("no"));`, "program/failed", "main.ts:2:22"],
    [
      `export default async () => { await sleep(1); throw new TypeError("no"); };`,
      "program/failed",
      "main.ts:2:52",
    ],
    [`throw "text";`, "program/failed", undefined],
    [`JSON.parse("{");`, "program/failed", "main.ts:2:6"],
    [
      `async function main() { await sleep(1); throw new Error("no"); } main();`,
      "program/uncaught",
      "main.ts:2:47",
    ],
    [`setTimeout(() => { throw new Error("no"); }, 1);`, "program/uncaught", "main.ts:2:26"],
    [
      `setTimeout(() => { throw new Error("no"); }, 1); await new Promise(() => {});`,
      "program/uncaught",
      "main.ts:2:26",
    ],
    [`new Box("a"); process.exit(0);`, "program/exited", "main.ts:2:23"],
    [`try { process.exit(3); } catch {} new Box("a");`, "program/exited", "main.ts:2:15"],
    [`setTimeout(() => process.exit(), 1);`, "program/exited", "main.ts:2:26"],
    [`new Box("a"); new Box("a");`, "sdk/duplicate-urn", "main.ts:2:15"],
    [`export const a = () => 1; export const b = new Map();`, "sdk/not-a-value", undefined],
  ])("%s", async (text, code, position) => {
    const { problems, status } = await run(text);
    expect(problems).toEqual([[code, position]]);
    expect(status).toBe(0);
  });

  test("says what was thrown", async () => {
    const { diagnostics } = await run(`throw new RangeError("too far");`);
    expect(diagnostics[0]!.detail).toBe("The program threw: RangeError: too far");
  });
});

describe("outputs", () => {
  test.each<[text: string, value: unknown]>([
    [
      `export const a = 1, b = { c: [true, null] }; export function f() {} export class C {}`,
      { a: 1, b: { c: [true, null] } },
    ],
    [`export let a = 1; await sleep(1); a = 2;`, { a: 2 }],
    [`export default () => ({ a: 1 });`, { a: 1 }],
    [`export const a = 1; export default async function () { return { b: 2 }; }`, { a: 1, b: 2 }],
    [`export default () => {}; export const a = 1;`, { a: 1 }],
    [`export default { a: 1 };`, { default: { a: 1 } }],
    [`export default class {}`, {}],
    [`export let a = 1; setTimeout(() => { a = 2; }, 5);`, { a: 2 }],
  ])("%s", async (text, value) => {
    const { outputs, problems } = await run(text);
    expect([problems, outputs]).toEqual([[], { kind: "constant", value }]);
  });

  test("a resource becomes a reference to it", async () => {
    const { outputs } = await run(`export const box = new Box("a");`);
    expect(JSON.stringify(outputs)).toContain(`"name":"a"`);
  });
});

describe("isolation", () => {
  const packages = {
    "node_modules/eager/package.json": `{ "name": "eager", "type": "module", "exports": "./eager.js" }`,
    "node_modules/eager/eager.js": `import { ComponentResource } from "@coconut/coconut";\nclass Box extends ComponentResource { constructor(name) { super("shop:web:Box", name); } }\nexport const make = (name) => new Box(name);\nmake("eager");`,
  };

  test("each evaluation starts anew", async () => {
    const { made, outputs } = await run(`export let count = 0; count++; new Box("a");`, { times: 3 });
    expect([made, outputs]).toEqual([["a"], { kind: "constant", value: { count: 1 } }]);
  });

  test.each([
    `import { make } from "eager"; make("a");`,
    `const { make } = await import("eager"); make("a");`,
  ])("a package that makes resources while it is loaded: %s", async (text) => {
    const { problems, made } = await run(text, {}, packages);
    expect([problems, made]).toEqual([[["sdk/no-program", "node_modules/eager/eager.js:3:31"]], []]);
  });

  test("a function of a package makes resources of the program", async () => {
    const quiet = packages["node_modules/eager/eager.js"].replace(/make\("eager"\);$/, "");
    const { problems, made } = await run(
      `import { make } from "eager"; make("a");`,
      {},
      { ...packages, "node_modules/eager/eager.js": quiet },
    );
    expect([problems, made]).toEqual([[], ["a"]]);
  });
});
