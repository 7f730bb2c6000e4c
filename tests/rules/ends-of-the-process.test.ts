import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../support/built-package.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const prologue = `import { output } from "@coconut/coconut"; import { File } from "./disk.js"; import { setTimeout as sleep } from "node:timers/promises";\n`;
const project = (program: string) => built.project({ "main.ts": prologue + program, "disk.ts": provider });
const logOf = (shop: Project) => readFileSync(shop.path("log"), "utf8").trim().split("\n");

/** While the first is being written, `quick` is there; the second waits for the first. */
const files = `const quick = new File("quick", { content: "quick" }); const first = new File("first", { content: "first", delay: 400 }); const second = new File("second", { content: first.text.apply((text) => "second " + text) });\n`;

describe("a process that belongs to a program", () => {
  test("ends when all is done, whatever the program left running", async () => {
    const shop = project(`
      const a = new File("a", { content: "a" });
      a.id.apply(() => { setInterval(() => {}, 1000); });
      export const id = a.id;`);
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 0,
      diagnostics: [],
      outputs: { id: "a" },
      state: ["a"],
    });
  });

  test.each([
    [
      "process.exit in a callback",
      `quick.id.apply(() => { process.exit(0); });`,
      ["program/exited", "main.ts:3:32"],
    ],
    [
      "an exception that nobody catches",
      `quick.id.apply(() => { setTimeout(() => { throw new Error("no"); }, 50); });`,
      ["program/uncaught", "main.ts:3:49"],
    ],
    [
      "a rejection that nobody waits for",
      `quick.id.apply(() => { void sleep(50).then(() => { throw new Error("no"); }); });`,
      ["program/uncaught", "main.ts:3:58"],
    ],
  ])("%s during apply: running steps finish and are recorded", async (_, line, problem) => {
    const shop = project(files + line);
    const ended = await shop.command({ command: "apply" });
    expect(ended).toMatchObject({
      status: 1,
      steps: [
        ["create", "quick", "done"],
        ["create", "first", "done"],
        ["create", "second", "not-started"],
      ],
      state: ["first", "quick"],
      open: 0,
    });
    expect(ended.diagnostics.map((each) => [each.code, each.position])).toEqual([problem]);
    expect(logOf(shop)).toEqual(["begin first", "begin quick", "create quick", "create first"]);
    shop.write({ "main.ts": prologue + files });
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 0,
      steps: [["create", "second", "done"]],
      history: ["interrupted", "succeeded"],
    });
  });

  test.each([
    ["a rejection that nobody waits for", `void Promise.reject(new Error("no"));`],
    ["an exception that nobody catches", `setImmediate(() => { throw new Error("no"); });`],
  ])("%s fails a plan that itself waits for nothing", async (_, line) => {
    const shop = project(`output(1).apply(() => { ${line} });`);
    const ended = await shop.command({ command: "plan" });
    expect(ended).toMatchObject({ status: 1, diagnostics: [{ code: "program/uncaught" }] });
  });

  test.each([
    ["plan", `output(1).apply(() => new Promise(() => {}));`, "main.ts:3:11", []],
    ["apply", `first.id.apply(() => new Promise(() => {}));`, "main.ts:3:10", ["first", "quick", "second"]],
  ] as const)(
    "a callback that never settles, met in %s, is named instead of an exit with 0",
    async (_, line, position, state) => {
      const ended = await project(files + line).command({ command: "apply" });
      expect(ended.diagnostics.map((each) => [each.code, each.position])).toEqual([
        ["program/callback-never-settles", position],
      ]);
      expect(ended).toMatchObject({ status: 1, state });
    },
  );

  test("what waits for the callback that never settles is not made", async () => {
    const shop = project(
      `const a = new File("a", { content: "a" }); new File("b", { content: a.id.apply(() => new Promise<string>(() => {})) });`,
    );
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 1,
      diagnostics: [{ code: "program/callback-never-settles", position: "main.ts:2:74" }],
      steps: [
        ["create", "a", "done"],
        ["create", "b", "failed"],
      ],
      state: ["a"],
      open: 0,
    });
  });

  test("a callback has a deadline", async () => {
    const shop = project(`setInterval(() => {}, 1000).unref(); output(1).apply(() => sleep(60_000));`);
    const ended = await shop.command({ command: "apply", callbackTimeoutMs: 100 });
    expect(ended.diagnostics.map((each) => [each.code, each.position])).toEqual([
      ["program/callback-timeout", "main.ts:2:48"],
    ]);
    expect(ended.status).toBe(1);
  });

  test("a hook that never settles is given up; what it left open is settled by the next run", async () => {
    const hanging = provider.replace("await sleep(inputs.delay);", "await new Promise(() => {});");
    const shop = project(`new File("a", { content: "a" });`);
    shop.write({ "disk.ts": hanging });
    const ended = await shop.command({ command: "apply" });
    expect(ended.diagnostics.map(({ code }) => code)).toEqual(["apply/interrupted"]);
    expect(ended).toMatchObject({ status: 1, open: 1, history: ["interrupted"] });
    shop.write({ "disk.ts": provider });
    const next = await shop.command({ command: "apply" });
    expect(next.diagnostics.map(({ code }) => code)).toEqual(["engine/uncertain"]);
    expect(next.status).toBe(4);
  });

  test("a promise that never settles is noticed, and the stack is free for the next run", async () => {
    const shop = project(`new File("a", { content: output(new Promise<string>(() => {})) });`);
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 1,
      diagnostics: [{ code: "engine/deadlock" }],
    });
    shop.write({ "main.ts": `${prologue}new File("a", { content: "a" });` });
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 0,
      history: ["interrupted", "succeeded"],
    });
  });

  test.each([
    ["asked by Ctrl-C", ["SIGINT"]],
    ["asked to end", ["SIGTERM"]],
    ["whose terminal was closed, which is said more than once", ["SIGHUP", "SIGHUP"]],
  ] as const)("interrupted once: what is running finishes and is recorded, %s", async (_, signals) => {
    const shop = project(files);
    const started = shop.start({ command: "apply" });
    await started.said("begin first");
    for (const signal of signals) {
      started.kill(signal);
      await sleep(50);
    }
    const { status, output } = await started.finished;
    expect(status).toBe(130);
    expect(output).toContain(
      `"steps":[["create","quick","done"],["create","first","done"],["create","second","not-started"]]`,
    );
    expect((await shop.command({ command: "apply" })).history).toEqual(["interrupted", "succeeded"]);
  });

  test("an endless loop is ended only by a kill, which the journal makes safe", async () => {
    const shop = project(
      `${files}first.id.apply(() => { console.log("loop"); if (process.argv[2]!.includes('"parallel":4')) for (;;); });`,
    );
    const started = shop.start({ command: "apply", options: { parallel: 4 } });
    await started.said("loop");
    started.kill("SIGKILL");
    expect((await started.finished).status).toBe(null);
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 0,
      state: ["first", "quick", "second"],
      history: ["abandoned", "succeeded"],
    });
  });
});
