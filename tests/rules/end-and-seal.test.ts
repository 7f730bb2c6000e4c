import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import * as coconut from "@coconut/coconut";
import { FakeCloud, fakeProvider, testStack } from "@coconut/coconut/testing";
import { problemsIn } from "../sdk/problems-in.js";
import { BuiltPackage } from "../support/built-package.js";
import { scenario } from "../support/scenario.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const prologue = `import { File } from "./disk.js"; import { setTimeout as sleep } from "node:timers/promises";\n`;
const project = (program: string) => built.project({ "main.ts": prologue + program, "disk.ts": provider });
const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);

describe("a module program has ended when nothing is left to happen", () => {
  test("a main that nobody awaits is complete", async () => {
    const shop = project(
      `async function main() { new File("a", { content: "a" }); await sleep(50); new File("b", { content: "b" }); } void main();`,
    );
    expect(await shop.command({ command: "apply" })).toMatchObject({ status: 0, state: ["a", "b"] });
  });

  test("something that stays open is named, and there is no plan", async () => {
    const shop = project(`new File("a", { content: "a" }); setInterval(() => {}, 10);`);
    const ended = await shop.command({ command: "apply", drainMs: 50 });
    expect(ended).toMatchObject({ status: 1, diagnostics: [{ code: "program/work-still-running" }] });
    expect(ended.diagnostics[0]!.detail).toContain("Still open: Timeout.");
    expect(existsSync(shop.path("log"))).toBe(false);
  });

  test("a program that fails deletes nothing, and can be destroyed", async () => {
    const shop = project(`new File("a", { content: "a" });`);
    await shop.command({ command: "apply" });
    shop.write({ "main.ts": `${prologue}throw new Error("not today");` });
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 1,
      diagnostics: [{ code: "program/failed", position: "main.ts:2:7" }],
    });
    expect(existsSync(shop.path("disk/a"))).toBe(true);
    expect(await shop.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
    expect(existsSync(shop.path("disk/a"))).toBe(false);
  });
});

describe("a function program has ended when what it returns has settled", () => {
  const { types } = fakeProvider(new FakeCloud());

  test("what it left behind is not waited for", async () => {
    let isLate = false;
    const stack = await testStack(() => {
      setTimeout(() => (isLate = true), 10_000).unref();
      new types.Bucket("a", { name: "a" });
    });
    expect((await stack.apply()).ok).toBe(true);
    expect(isLate).toBe(false);
  });

  test("a resource made after the end is refused where it is made, and fails the run", async () => {
    let refused: unknown;
    const stack = await testStack(() => {
      const late = async () => {
        await Promise.resolve();
        await Promise.resolve();
        new types.Bucket("late", { name: "late" });
      };
      late().catch((error: unknown) => (refused = error));
      new types.Bucket("a", { name: "a" }).name.apply(() => sleep(20));
    });
    const problems = await problemsIn(() => stack.plan());
    expect(codes(problems)).toEqual(["sdk/late-registration"]);
    expect(problems[0]!.position!.file).toBe(import.meta.filename);
    expect(await problemsIn(() => Promise.reject(refused as Error))).toEqual(problems);
  });

  test("also when a callback leaves work behind that makes one while a plan is applied", async () => {
    const stack = await testStack(() => {
      new types.Bucket("b", { name: "b" }).arn.apply(() => {
        sleep(1)
          .then(() => new types.Bucket("late", { name: "late" }))
          .catch(() => {});
        coconut.output(1).apply(() => sleep(20));
      });
    });
    const run = await stack.apply();
    expect([run.ok, codes(run.diagnostics)]).toEqual([false, ["sdk/late-registration"]]);
    expect((await stack.snapshot()).resources.size).toBe(1);
  });
});

scenario("a registration copies what it is given: later changes are not seen", async (s) => {
  s.program(({ bucket }) => {
    const tags = { owner: "ana" };
    bucket("logs", { tags });
    tags.owner = "bob";
  });
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: { owner: "ana" } });
});

scenario("a promise among the inputs that is rejected fails the plan, not the process", async (s) => {
  s.program(({ bucket, coconut }) => {
    const acl = coconut.output(Promise.reject<string>(new Error("no such list")));
    bucket("logs", { acl });
    bucket("more", { acl });
  });
  const problems = await s.plan().fails("program/promise-rejected");
  expect(problems).toMatchObject([
    {
      detail: expect.stringContaining("no such list"),
      resource: expect.stringContaining("::logs"),
      path: "acl",
      position: expect.objectContaining({ line: expect.any(Number) }),
    },
  ]);
});
