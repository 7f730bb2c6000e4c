import { afterAll, describe, expect, test } from "vitest";
import * as coconut from "@coconut/coconut";
import { defineProvider } from "@coconut/coconut/provider";
import { testStack } from "@coconut/coconut/testing";
import * as v from "valibot";
import { CallbackMemory, recordProgram } from "../../src/program/index.js";
import { evaluationPorts } from "../../src/engine/facts/evaluation-ports.js";
import { PlainInvokes } from "../../src/engine/outside/plain-invokes.js";
import { packageHost } from "../../src/provider/host/index.js";
import { BuiltPackage } from "../support/built-package.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const functions = `
import { disk } from "./provider.js";
import * as v from "valibot";
export const glob = disk.function("index:glob", {
  inputs: { pattern: v.string() },
  outputs: { names: v.array(v.string()) },
  invoke: async ({ inputs }) => ({ names: inputs.pattern.split("|") }),
});
`;

describe("a plain invoke in a module", () => {
  test("is answered while the program runs, which makes what it says", async () => {
    const shop = built.project({
      "provider.ts": provider,
      "functions.ts": functions,
      "main.ts": `import { invoke } from "@coconut/coconut";
import { File } from "./provider.js";
import { glob } from "./functions.js";
const { names } = await invoke(glob, { pattern: "a|b" });
for (const name of names) new File(name, { content: name });
export const count = names.length;
`,
    });
    const applied = await shop.command({ command: "apply" });
    expect(applied).toMatchObject({ status: 0, outputs: { count: 2 } });
    expect(applied.state.join(" ")).toMatch(/\ba\b.*\bb\b/);
  });

  test("finds a function by its token in the package that coconut.json names", async () => {
    const shop = built.project({
      "provider.ts": provider,
      "functions.ts": `${functions}\nexport { disk } from "./provider.js";`,
      "coconut.json": JSON.stringify({ name: "shop", packages: { disk: "./functions.ts" } }),
      "main.ts": `import { invoke } from "@coconut/coconut";
export const { names } = await invoke("disk:index:glob", { pattern: "x|y" });
`,
    });
    expect(await shop.command({ command: "apply" })).toMatchObject({
      status: 0,
      outputs: { names: ["x", "y"] },
    });
  });

  test("is refused with Outputs, at its place in the source", async () => {
    const shop = built.project({
      "provider.ts": provider,
      "functions.ts": functions,
      "main.ts": `import { invoke } from "@coconut/coconut";
import { File } from "./provider.js";
import { glob } from "./functions.js";
const file = new File("a", { content: "a" });
await invoke(glob, { pattern: file.text as never });
`,
    });
    const { diagnostics } = await shop.command({ command: "plan" });
    expect(diagnostics).toMatchObject([{ code: "sdk/invoke-not-plain" }]);
    expect(JSON.stringify(diagnostics)).toMatch(/main\.ts.*5/);
  });
});

/** A package that says how often it was connected. */
function counted() {
  const connected: string[] = [];
  const store = defineProvider({
    package: "store",
    version: "1.0.0",
    config: { place: v.optional(v.string(), "here") },
    connect: ({ place }) => void connected.push(place),
  });
  const hooks = {
    create: async () => ({ id: "1", outputs: {} }),
    read: async () => ({}),
    update: async () => ({}),
    delete: async () => {},
  };
  const Item = store.resource("index:Item", { inputs: {}, outputs: {}, ...hooks });
  const echo = store.function("index:echo", {
    inputs: { text: v.string(), file: v.optional(v.any()) },
    outputs: { text: v.string() },
    invoke: async ({ inputs }) => {
      if (inputs.text === "fail") throw new Error("no echo");
      return { text: inputs.text };
    },
  });
  return { store, connected, Item, echo };
}

test("what a plain invoke has connected, the plan uses too", async () => {
  const { connected, Item, echo } = counted();
  const stack = await testStack(async () => {
    await coconut.invoke(echo, { text: "a" });
    new Item("b");
  });
  await stack.plan();
  expect(connected).toEqual(["here"]);
});

test("token, arguments and result are kept as premises, in the order of the program", async () => {
  const { store, echo } = counted();
  const invokes = new PlainInvokes({
    host: () => packageHost({ projectFolder: process.cwd(), packages: [store] }),
    evaluation: evaluationPorts({ memory: new CallbackMemory(), projectFolder: process.cwd() }),
  });
  const program = async () => {
    const slow = coconut.invoke(echo, { text: "a", file: new coconut.asset.TextAsset("content") });
    await Promise.allSettled([
      slow,
      coconut.invoke(echo, { text: "fail" }),
      coconut.invoke(echo, { text: "b" }),
    ]);
  };
  const { recorder } = await recordProgram(program, {
    project: "shop",
    stack: "dev",
    invoke: invokes.answer,
  });
  expect(recorder.invoked).toMatchObject([
    {
      token: "store:index:echo",
      args: { text: "a", file: { hash: expect.any(String) } },
      result: { text: "a" },
    },
    { token: "store:index:echo", args: { text: "fail" }, result: undefined },
    { token: "store:index:echo", args: { text: "b" }, result: { text: "b" } },
  ]);
});
