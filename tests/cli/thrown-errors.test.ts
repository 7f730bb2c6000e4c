import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

/** From its heading on, what `coco` says of a program. */
async function said(main: string, ...parameters: readonly string[]): Promise<string> {
  const project = projects.project(main);
  const [command = "plan", ...rest] = parameters;
  const { status, errors } = await project.coco(command, ...rest);
  expect({ status, errors }).toMatchObject({ status: 1 });
  return errors;
}

describe("an error that a program throws", () => {
  test("shows the lines around it, and what caused it", async () => {
    const errors = await said(
      [
        `import { readFileSync } from "node:fs";`,
        `function settings(path: string): string {`,
        `\tconst all = JSON.parse(path);`,
        `\tthrow new Error("no settings in " + all, {`,
        `    cause: new TypeError("not here", { cause: "a text" }),`,
        `  });`,
        `}`,
        `settings("[1]");`,
      ].join("\n"),
    );
    expect(errors).toBe(
      [
        `error program/failed: Program failed`,
        `  The program threw: Error: no settings in 1`,
        `  at main.ts:4:8`,
        `      2 | function settings(path: string): string {`,
        `      3 |     const all = JSON.parse(path);`,
        `    > 4 |     throw new Error("no settings in " + all, {`,
        `        |           ^`,
        `      5 |     cause: new TypeError("not here", { cause: "a text" }),`,
        `      6 |   });`,
        `  Caused by TypeError: not here`,
        `    at main.ts:5:12`,
        `      > 5 |     cause: new TypeError("not here", { cause: "a text" }),`,
        `          |            ^`,
        `  Caused by a text`,
        `  Fix the error, then run again. Coconut does not plan from a program that did not finish.`,
        ``,
      ].join("\n"),
    );
  });

  test("names the callers with -v", async () => {
    const main = `function inner(): never {\n  throw new Error("no");\n}\nfunction outer() {\n  inner();\n}\nouter();\n`;
    expect(await said(main)).not.toContain("called");
    expect(await said(main, "plan", "-v")).toContain(
      `  called by outer at main.ts:5:3\n  called at main.ts:7:1\n`,
    );
  });

  test("is told with all that an AggregateError holds, once each", async () => {
    const errors = await said(
      `const first = new Error("first");\n(first as Error).cause = first;\nthrow new AggregateError([first, new Error("second")], "both");`,
    );
    expect(errors).toContain("The program threw: AggregateError: both");
    expect(errors.match(/One of its errors: Error: first/g)).toHaveLength(1);
    expect(errors).toContain("One of its errors: Error: second");
  });

  test.each([
    ["a callback", `coconut.output(1).apply(() => { missing(); });`, "program/callback-failed"],
    [
      "a promise",
      `export const a = coconut.output((async () => { missing(); })());`,
      "program/promise-rejected",
    ],
    [
      "a component",
      `class Site extends coconut.ComponentResource { constructor() { super("a:b:Site", "site"); missing(); } }\nnew Site();`,
      "program/failed",
    ],
    ["what nobody waits for", `setImmediate(() => { missing(); });`, "program/uncaught"],
  ])("the same in %s", async (_, code, problem) => {
    const errors = await said(
      `${imports}function missing(): never {\n  throw new Error("no", { cause: new Error("deep") });\n}\n${code}\n`,
    );
    expect(errors).toContain(`error ${problem}: `);
    expect(errors).toContain(`  at main.ts:4:9\n`);
    expect(errors).toContain(
      `    > 4 |   throw new Error("no", { cause: new Error("deep") });\n        |         ^\n`,
    );
    expect(errors).toContain(`  Caused by Error: deep\n    at main.ts:4:34\n`);
  });

  test("the same in a hook of a resource and in a provider of the project", async () => {
    const hook = `new Box("a", { label: "a" }, { hooks: { beforeCreate: [() => {\n  throw new Error("not today");\n}] } });`;
    const inHook = await said(imports + hook, "apply", "--yes");
    expect(inHook).toContain("error engine/hook-failed: ");
    expect(inHook).toContain(`    > 4 |   throw new Error("not today");\n        |         ^\n`);
    const inProvider = await said(`${imports}new Box("b", {\n  label: "refused",\n});`, "apply", "--yes");
    expect(inProvider).toContain("error provider/hook-failed: ");
    expect(inProvider).toContain(`    > 3 | new Box("b", {\n        | ^\n`);
    expect(inProvider).toMatch(
      / {2}Thrown here:\n {4}at shelf\.ts:\d+:\d+\n {6}> \d+ \| +if \(inputs\.label === "refused"\)/,
    );
  });

  test("a JSON document has where, from where and why", async () => {
    const project = projects.project(
      `function inner(): never {\n  throw new Error("no", { cause: new Error("deep") });\n}\ninner();\n`,
    );
    const { output } = await project.coco("plan", "--json");
    const [found] = (JSON.parse(output) as { diagnostics: [object] }).diagnostics;
    const file = project.files.path("main.ts");
    expect(found).toMatchObject({
      position: { file, line: 2, column: 9 },
      callers: [{ position: { file, line: 4, column: 1 } }],
      related: [{ message: "Caused by Error: deep", position: { file, line: 2, column: 34 } }],
    });
  });
});

describe("any diagnostic with a position", () => {
  test("shows the same lines", async () => {
    const errors = await said(
      `${imports}const pet = new Box("a", { label: "a" });\n\nif (pet.id) console.log("x");\n`,
    );
    expect(errors).toContain(
      `  at main.ts:5:5\n      3 | const pet = new Box("a", { label: "a" });\n      4 |\n    > 5 | if (pet.id) console.log("x");\n        |     ^\n`,
    );
  });

  test("what the compiler says shows them once", async () => {
    const errors = await said(`const a = 1;\nconst b = ;\n`);
    expect(errors).toContain(`    > 2 | const b = ;\n        |           ^\n`);
    expect(errors.match(/const b = ;/g)).toHaveLength(1);
  });

  test("shows no lines of a file that is not there any more, or is shorter by now", async () => {
    const gone = await said(
      `import { rmSync, writeFileSync } from "node:fs";\nfunction inner(): never {\n  throw new Error("no");\n}\nrmSync("main.ts");\ninner();\n`,
    );
    expect(gone).toContain("  at main.ts:3:9\n  Fix the error");
    const shorter = await said(
      `import { rmSync, writeFileSync } from "node:fs";\nfunction inner(): never {\n  throw new Error("no");\n}\nwriteFileSync("main.ts", "\\n");\ninner();\n`,
    );
    expect(shorter).toContain("  at main.ts:3:9\n  Fix the error");
  });

  test("never shows a secret that stands in the line", async () => {
    const errors = await said(
      `${imports}new Box("a", { label: "a", weight: coconut.secret("hunter2-hunter2") } as never, fail());\nfunction fail(): never {\n  const text = "hunter2-hunter2"; throw new Error("no");\n}\n`,
    );
    expect(errors).toContain("> 5 |");
    expect(errors).not.toContain('hunter2-hunter2") }');
    const known = await said(
      `${imports}const key = coconut.secret("opensesame-please");\nkey.apply((text) => { if (text === "opensesame-please") throw new Error("no"); });\n`,
    );
    expect(known).toContain("    > 4 |");
    expect(known).not.toContain("opensesame");
  });
});
