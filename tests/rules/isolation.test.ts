import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import * as coconut from "@coconut/coconut";
import { FakeCloud, fakeProvider, testStack } from "@coconut/coconut/testing";
import { problemsIn } from "../sdk/problems-in.js";
import { BuiltPackage } from "../support/built-package.js";
import { provider } from "./file-provider.js";

const { types } = fakeProvider(new FakeCloud());
const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);

describe("many stacks in one process", () => {
  test("twenty stacks of fifty resources with interleaved awaits: each has its own, and only them", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `stack-${index}`);
    const clouds = names.map(() => new FakeCloud());
    const programs = names.map((name, index) => async () => {
      const { Bucket } = fakeProvider(clouds[index]!).types;
      for (let count = 0; count < 25; count++) {
        await sleep((index * 7 + count * 3) % 4);
        const outer = new Bucket(`${name} ${count}`, { name: `${name} ${count}` });
        outer.name.apply(async (text) => {
          await sleep((index + count) % 3);
          new Bucket(`${text} inner`, { name: coconut.interpolate`${text} inner`, acl: outer.arn });
        });
      }
      return { stack: coconut.getStack() };
    });
    const stacks = await Promise.all(names.map((stack, index) => testStack(programs[index]!, { stack })));
    const runs = await Promise.all(stacks.map((stack) => stack.apply()));
    expect(runs.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    expect(runs.map(({ outputs }) => outputs)).toEqual(names.map((stack) => ({ stack })));
    for (const [index, name] of names.entries()) {
      const { resources } = await stacks[index]!.snapshot();
      const made = [...resources.values()].map((row) => row.name).sort();
      const own = Array.from({ length: 25 }, (_, count) => [`${name} ${count}`, `${name} ${count} inner`]);
      expect(made).toEqual(own.flat().sort());
      expect(clouds[index]!.objects()).toHaveLength(50);
    }
  });

  test("the embedded engine installs nothing in the process", async () => {
    const listeners = () =>
      ["beforeExit", "exit", "uncaughtException", "unhandledRejection", "SIGINT", "SIGTERM"].map((event) =>
        process.listenerCount(event),
      );
    const before = listeners();
    const { exit } = process;
    let during: unknown;
    const stack = await testStack(() => {
      during = [listeners(), process.exit];
      new types.Bucket("a", { name: "a" });
    });
    await stack.apply();
    expect([during, listeners()]).toEqual([[before, exit], before]);
  });
});

describe("a resource of another stack", () => {
  let leaked!: InstanceType<typeof types.Bucket>;
  const leaking = () =>
    testStack(
      () => {
        leaked = new types.Bucket("mine", { name: "mine" });
      },
      { stack: "one" },
    );
  const uses: Record<string, () => unknown> = {
    "as an input": () => new types.Site("s", { name: "s", bucket: leaked.arn }),
    "inside an input": () => new types.Bucket("s", { name: "s", tags: { of: leaked.arn } }),
    "through a callback": () =>
      new types.Site("s", { name: "s", bucket: leaked.arn.apply((arn) => `${arn}/`) }),
    "in text": () => new types.Site("s", { name: "s", bucket: coconut.interpolate`<${leaked.arn}>` }),
    "as a parent": () => new types.Bucket("s", { name: "s" }, { parent: leaked }),
    "as a dependency": () => new types.Bucket("s", { name: "s" }, { dependsOn: [leaked] }),
    "in the outputs": () => ({ arn: leaked.arn }),
    "returned by a callback": () => ({ arn: coconut.output(1).apply(() => leaked.arn) }),
  };

  test.each(Object.entries(uses))("used %s is a diagnostic that names both", async (_, use) => {
    await (await leaking()).apply();
    const stack = await testStack(use, { stack: "two" });
    const problems = await problemsIn(() => stack.apply());
    expect(codes(problems)).toEqual(["sdk/another-stack"]);
    expect(problems[0]!.detail).toContain(`"mine" (urn:pulumi:one::`);
    expect(problems[0]!.detail).toContain(`the stack "two"`);
    expect(problems[0]!.related![0]!.position!.file).toBe(import.meta.filename);
  });

  test("one of an earlier evaluation of the same stack is another one too", async () => {
    let kept: InstanceType<typeof types.Bucket> | undefined;
    const stack = await testStack(() => {
      const bucket = new types.Bucket("logs", { name: "logs-again" });
      kept ??= bucket;
      return { arn: kept.arn };
    });
    expect((await stack.apply()).ok).toBe(true);
    expect(codes(await problemsIn(() => stack.apply()))).toEqual(["sdk/another-stack"]);
  });
});

describe("a process", () => {
  const built = new BuiltPackage();
  afterAll(() => built.remove());

  test("with two copies of the package runs one program", async () => {
    const shop = built.project({
      "main.ts": `import { ComponentResource, interpolate } from "@coconut/coconut"; import { File } from "parts";
        class Group extends ComponentResource { constructor() { super("shop:web:Group", "group"); this.registerOutputs({}); } }
        const group = new Group();
        const a = new File("a", { content: "a" }, { parent: group });
        const b = new File("b", { content: interpolate\`b \${a.size}\` }, { dependsOn: [group] });
        export const text = b.text.apply((text) => new File("c", { content: "c " + text }).text);`,
      "node_modules/parts/package.json": `{ "name": "parts", "type": "module", "exports": "./disk.js", "coconut": { "package": "disk", "provider": "./disk.js" } }`,
      "node_modules/parts/disk.js": provider
        .replace(/: (string|number)\b(?=[,)])/g, "")
        .replaceAll("]!", "]"),
    });
    shop.copyPackage("node_modules/parts/node_modules/@coconut/coconut");
    expect(await shop.command({ command: "apply", options: { rounds: 2 } })).toMatchObject({
      diagnostics: [],
      status: 0,
      outputs: { text: "c b 1" },
      state: ["a", "b", "c", "group"],
    });
    expect(await shop.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
  });

  test("evaluates the program anew each time", async () => {
    const shop = built.project({
      "main.ts": `import { File } from "./disk.js"; let made = 0; new File("a" + ++made, { content: "a" }); export { made };`,
      "disk.ts": provider,
    });
    expect(await shop.command({ command: "apply", planFirst: true })).toMatchObject({
      status: 0,
      outputs: { made: 1 },
      state: ["a1"],
    });
  });
});
