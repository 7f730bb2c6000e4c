import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Report, type RunRequest } from "../../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const prologue = `import { ComponentResource } from "@coconut/coconut"; class Box extends ComponentResource { constructor(name: string) { super("shop:web:Box", name); } } const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));\n`;

interface Run extends Report {
  readonly made: readonly string[];
  readonly problems: readonly (readonly [code: string, position: string | undefined])[];
}

async function run(text: string, request: RunRequest = {}, files: Record<string, string> = {}): Promise<Run> {
  const [report] = await runAll([text], request, files);
  return report!;
}

/** Each text as a program of its own, all in one process. */
async function runAll(
  texts: readonly string[],
  request: RunRequest = {},
  files: Record<string, string> = {},
): Promise<Run[]> {
  const entries = texts.map((_, index) => (index === 0 ? "main.ts" : `main${index}.ts`));
  const programs = Object.fromEntries(entries.map((entry, index) => [entry, prologue + texts[index]!]));
  const reports = await built.project({ ...programs, ...files }).runAll(entries, request);
  return reports.map((report) => ({
    ...report,
    made: report.registrations.map(({ name }) => name),
    problems: report.diagnostics.map(({ code, position }) => [code, position?.replace(/^main\d+/, "main")]),
  }));
}

describe("the end of a program", () => {
  test("is where nothing is left to happen", async () => {
    const texts = {
      "the last line": `new Box("a");`,
      "top-level await": `await sleep(5); new Box("a");`,
      "a floating main": `async function main() { await sleep(20); new Box("a"); } main();`,
      "a default function": `export default async () => { await sleep(5); new Box("a"); };`,
      "a module that is imported later": `const { more } = await import("./more.js"); more(() => new Box("a"));`,
    };
    const more = `export const more = (f: () => unknown) => f();`;
    const runs = await runAll(Object.values(texts), {}, { "more.ts": more });
    const ends = Object.keys(texts).map((name, index) => [name, runs[index]!.made, runs[index]!.problems]);
    expect(ends).toEqual(Object.keys(texts).map((name) => [name, ["a"], []]));
  });

  test("something stays open", async () => {
    const { problems, diagnostics } = await run(`setInterval(() => {}, 5); setTimeout(() => {}, 60_000);`, {
      drainMs: 50,
    });
    expect(problems).toEqual([["program/work-still-running", undefined]]);
    expect(diagnostics[0]!.detail).toContain("Still open: 2 × Timeout.");
  });

  test("a promise that never settles", async () => {
    const runs = await runAll([
      `new Box("a"); await new Promise(() => {});`,
      `export default () => new Promise(() => {});`,
    ]);
    expect(runs.map(({ problems }) => problems)).toEqual([
      [["program/never-settled", undefined]],
      [["program/never-settled", undefined]],
    ]);
  });

  test("embedded, it has ended when it has settled, and nothing is installed", async () => {
    const { made, problems, printed } = await run(
      `setTimeout(() => {}, 60_000); new Box("a"); console.log(process.listenerCount("beforeExit"), process.listenerCount("uncaughtException"), process.listenerCount("unhandledRejection"), process.exit.name);`,
      { embedded: true },
    );
    expect([made, problems, printed.trim()]).toEqual([["a"], [], "0 0 0 exit"]);
  });
});

describe("a program that fails", () => {
  const failures: readonly [text: string, code: string, position: string | undefined][] = [
    [`const a = 1; throw new Error("no");`, "program/failed", "main.ts:2:20"],
    [
      `const f = (x: any) => (x ? x : 1) && (!x || 2) && x.y.z; f({});`,
      "program/failed",
      // Where the compiler's own map puts it: at the dot.
      "main.ts:2:55",
    ],
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
  ];
  let runs: Run[];
  beforeAll(async () => {
    runs = await runAll([...failures.map(([text]) => text), `throw new RangeError("too far");`]);
  });

  test.each(failures.map(([text, ...problem], index) => [text, problem, index] as const))(
    "%s",
    (_, problem, index) => {
      expect(runs[index]!.problems).toEqual([problem]);
    },
  );

  test("says what was thrown", () => {
    expect(runs.at(-1)!.diagnostics[0]!.detail).toBe("The program threw: RangeError: too far");
  });
});

describe("outputs", () => {
  const outputs: readonly [text: string, value: unknown][] = [
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
  ];
  let runs: Run[];
  beforeAll(async () => {
    runs = await runAll([...outputs.map(([text]) => text), `export const box = new Box("a");`]);
  });

  test.each(outputs.map(([text, value], index) => [text, value, index] as const))("%s", (_, value, index) => {
    const { outputs, problems } = runs[index]!;
    expect([problems, outputs]).toEqual([[], { kind: "constant", value }]);
  });

  test("a resource becomes a reference to it", () => {
    expect(JSON.stringify(runs.at(-1)!.outputs)).toContain("urn:pulumi:dev::shop::shop:web:Box::a");
  });
});

describe("isolation", () => {
  const loud = `import { ComponentResource } from "@coconut/coconut";
class Box extends ComponentResource { constructor(name) { super("shop:web:Box", name); } }
export const make = (name) => new Box(name);
`;
  const packages = Object.fromEntries(
    ["eager", "later", "quiet"].flatMap((name) => [
      [`node_modules/${name}/package.json`, `{ "name": "${name}", "type": "module", "exports": "./i.js" }`],
      [`node_modules/${name}/i.js`, name === "quiet" ? loud : `${loud}make("while loading");`],
    ]),
  );

  test("each evaluation starts anew", async () => {
    const { made, outputs } = await run(`export let count = 0; count++; new Box("a");`, { times: 3 });
    expect([made, outputs]).toEqual([["a"], { kind: "constant", value: { count: 1 } }]);
  });

  test("a package makes resources when it is called, not while it is loaded", async () => {
    const runs = await runAll(
      [
        `import { make } from "eager"; make("a");`,
        `const { make } = await import("later"); make("a");`,
        `import { make } from "quiet"; make("a");`,
      ],
      {},
      packages,
    );
    expect(runs.map(({ problems, made }) => [problems, made])).toEqual([
      [[["sdk/no-program", "node_modules/eager/i.js:3:31"]], []],
      [[["sdk/no-program", "node_modules/later/i.js:3:31"]], []],
      [[], ["a"]],
    ]);
  });
});

describe("a method of a value that is called on its Output", () => {
  const texts = {
    "text.toUpperCase": `const text = output("a") as any; text.toUpperCase();`,
    "o.list.push": `const o = output({ list: [1] }) as any; o.list.push(2);`,
    "(intermediate value).trim": `const f = () => output("a") as any; async function main() { (await f)().trim(); } await main();`,
    "o.Part": `const o = output({}) as any; new o.Part();`,
  };

  test("ends the program with what an Output is, at the call", async () => {
    const runs = await runAll(
      Object.values(texts).map((text) => `import { output } from "@coconut/coconut";\n${text}`),
    );
    for (const [index, called] of Object.keys(texts).entries()) {
      const [[code, position] = [], ...more] = runs[index]!.problems;
      expect([code, more]).toEqual(["sdk/output-method", []]);
      expect(position).toMatch(/^main.ts:3:\d+$/);
      const { detail } = runs[index]!.diagnostics[0]!;
      expect(detail).toContain(called.startsWith("(") ? "trim(…) was called" : `${called}(…) was called`);
    }
  });

  test("is not meant by another function that is not there", async () => {
    const { problems } = await run(
      `import { output } from "@coconut/coconut"; const o = output({}) as any; void o.list; ({} as any).push(1);`,
    );
    expect(problems).toEqual([["program/failed", expect.stringContaining("main.ts")]]);
  });
});
