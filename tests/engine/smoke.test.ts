import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { defineProvider } from "@coconut/coconut/provider";
import { recordProgram } from "../../src/program/index.js";
import { Stack } from "../../src/operations/stack/index.js";
import { packageHost } from "../../src/provider/host/index.js";
import { openStore, systemPorts } from "../../src/store/internal.js";
import { quietTimer } from "../../src/std/index.js";

function cloud() {
  const objects = new Map<string, { inputs: Record<string, unknown> }>();
  const log: string[] = [];
  let next = 0;
  const provider = defineProvider({ package: "cloud", version: "1.0.0" });
  const Bucket = provider.resource("index:Bucket", {
    inputs: { region: v.string(), title: v.optional(v.string(), "none") },
    outputs: { arn: v.string() },
    replaceOn: ["region"],
    async create({ inputs }) {
      const id = `b-${++next}`;
      objects.set(id, { inputs: { ...inputs } });
      log.push(`create ${id}`);
      return { id, outputs: { arn: `arn:${id}` } };
    },
    async read({ id }) {
      return objects.has(id) ? { arn: `arn:${id}` } : null;
    },
    async update({ id, inputs }) {
      objects.set(id, { inputs: { ...inputs } });
      log.push(`update ${id}`);
      return { arn: `arn:${id}` };
    },
    async delete({ id }) {
      objects.delete(id);
      log.push(`delete ${id}`);
    },
  });
  return { objects, log, provider, Bucket };
}

async function stackOf(
  program: () => unknown,
  provider: unknown,
  store?: Awaited<ReturnType<typeof openStore>>,
) {
  const opened =
    store ??
    (await openStore("memory:", {
      ...systemPorts(),
      keys: { passphrase: async () => "correct horse battery", keyFile: () => "", weakPassphrases: true },
    }));
  return new Stack({
    store: await opened.open({ project: "p", name: "dev" }, { create: true }),
    host: () => packageHost({ projectFolder: process.cwd(), packages: [provider as never] }),
    record: (settings) => recordProgram(program, settings),
    settings: { project: "p", stack: "dev", config: {} },
    actor: "test",
    projectFolder: process.cwd(),
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    timer: quietTimer,
  });
}

describe("the engine", () => {
  it("creates, changes nothing, updates, replaces and destroys", async () => {
    const { log, provider, Bucket } = cloud();
    let args: { region: string; title?: string } = { region: "eu" };
    const stack = await stackOf(() => {
      const a = new Bucket("a", args);
      const b = new Bucket("b", { region: "eu", title: a.arn });
      return { arn: b.arn };
    }, provider);
    const first = await stack.apply();
    expect(first.diagnostics).toEqual([]);
    expect(first.outputs).toEqual({ arn: "arn:b-2" });
    expect(log.splice(0)).toEqual(["create b-1", "create b-2"]);
    const plan = await stack.plan();
    expect(plan.changes.map(({ name, action, reasons }) => [name, action, reasons])).toEqual([
      ["a", "same", []],
      ["b", "same", []],
    ]);
    expect((await stack.apply()).summary).toEqual({});
    args = { region: "eu", title: "new" };
    await stack.apply();
    expect(log.splice(0)).toEqual(["update b-1"]);
    args = { region: "us" };
    const replaced = await stack.apply();
    expect(replaced.diagnostics).toEqual([]);
    expect(log.splice(0)).toEqual(["create b-3", "update b-2", "delete b-1"]);
    expect((await stack.apply()).summary).toEqual({});
    const destroyed = await stack.destroy();
    expect(destroyed.diagnostics).toEqual([]);
    expect(log.splice(0)).toEqual(["delete b-2", "delete b-3"]);
    expect((await stack.snapshot()).resources.size).toBe(0);
  });
});
