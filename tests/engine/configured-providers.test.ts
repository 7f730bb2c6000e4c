import { expect, test } from "vitest";
import * as v from "valibot";
import * as coconut from "@coconut/coconut";
import { defineProvider, type ConfigurationIdentity } from "@coconut/coconut/provider";
import { testStack } from "@coconut/coconut/testing";

class Counted extends coconut.ProviderResource {
  constructor(name: string, config: object) {
    super("counted", name, config);
  }
}

/** A package that counts its connections, and a program that uses two of its configurations. */
function counting() {
  const open = new Set<number>();
  const seen: ConfigurationIdentity[] = [];
  const counted = defineProvider({
    package: "counted",
    version: "1.2.0",
    config: { region: v.optional(v.string(), "north") },
    connect(_, identity) {
      open.add(seen.push(identity));
      return seen.length;
    },
    disconnect: (client) => void open.delete(client),
  });
  const outputsOf = async ({ client }: { readonly client: number }) => ({ isOpen: open.has(client) });
  const Thing = counted.resource("index:Thing", {
    inputs: {},
    outputs: { isOpen: v.boolean() },
    create: async (call) => ({ id: "1", outputs: await outputsOf(call) }),
    read: outputsOf,
    update: outputsOf,
    delete: async () => {},
  });
  const place = counted.function("index:place", {
    inputs: {},
    outputs: { isOpen: v.boolean() },
    invoke: outputsOf,
  });
  const program = async () => {
    const { isOpen } = await coconut.invoke(place, {});
    const provider = new Counted("west", { region: "west" });
    return { isOpen, a: new Thing("a", {}).isOpen, b: new Thing("b", {}, { provider }).isOpen };
  };
  return { program, open, seen };
}

test("a configuration learns its name, serves the whole command, and is closed at its end", async () => {
  const { program, open, seen } = counting();
  const stack = await testStack(program);
  const { ok, outputs } = await stack.apply();
  expect({ ok, outputs, open: open.size }).toEqual({
    ok: true,
    outputs: { isOpen: true, a: true, b: true },
    open: 0,
  });
  const [, project] = seen[0]!.urn.split("::");
  const { stack: name } = seen[0]!;
  const urnOf = (of: string) => `urn:pulumi:${name}::${project}::pulumi:providers:counted::${of}`;
  const id = expect.stringMatching(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  ) as string;
  expect(seen).toEqual([
    { urn: urnOf("default_1_2_0"), name: "default_1_2_0", id, project, stack: name },
    { urn: urnOf("west"), name: "west", id, project, stack: name },
  ]);
  await stack.apply();
  expect(seen.slice(2)).toEqual(seen.slice(0, 2));
  expect(seen[0]!.id).not.toBe(seen[1]!.id);
});

test("a plan keeps its providers until it is applied or the stack is closed", async () => {
  const { program, open, seen } = counting();
  const stack = await testStack(program);
  const plan = await stack.plan();
  expect(open.size).toBe(2);
  expect((await plan.apply()).ok).toBe(true);
  expect({ open: open.size, connected: seen.length }).toEqual({ open: 0, connected: 2 });
  await stack.plan();
  expect(open.size).toBe(2);
  await stack.close();
  expect(open.size).toBe(0);
});

test("providers are closed too if the run fails, and one that fails to close fails nothing", async () => {
  const open = new Set<number>();
  const bad = defineProvider({
    package: "bad",
    version: "1.0.0",
    connect: () => void open.add(1),
    disconnect: async () => {
      open.clear();
      throw new Error("The socket is gone.");
    },
  });
  const Thing = bad.resource("index:Thing", {
    inputs: { fails: v.boolean() },
    outputs: {},
    create: async ({ inputs }) => {
      if (inputs.fails) throw new Error("No.");
      return { id: "1", outputs: {} };
    },
    read: async () => ({}),
    update: async () => ({}),
    delete: async () => {},
  });
  for (const fails of [true, false]) {
    const stack = await testStack(() => void new Thing("a", { fails }));
    expect((await stack.apply()).ok).toBe(!fails);
    expect(open.size).toBe(0);
  }
});
