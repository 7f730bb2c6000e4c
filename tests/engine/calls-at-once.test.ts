import { expect, test } from "vitest";
import * as v from "valibot";
import * as coconut from "@coconut/coconut";
import { defineProvider } from "@coconut/coconut/provider";
import { testStack } from "@coconut/coconut/testing";
import { deferred } from "../../src/std/index.js";

test("a provider is asked no more at the same time than it bears, and the others do not wait for it", async () => {
  const most = { slow: 0, quick: 0 };
  const thing = (name: "slow" | "quick", callsAtOnce?: number) => {
    let running = 0;
    const provider = defineProvider({ package: name, version: "1.0.0", ...(callsAtOnce && { callsAtOnce }) });
    return provider.resource("index:Thing", {
      inputs: { size: v.number() },
      outputs: {},
      create: async ({ inputs }) => {
        most[name] = Math.max(most[name], ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return { id: `${name}-${inputs.size}`, outputs: {} };
      },
      read: async () => ({}),
      update: async () => ({}),
      delete: async () => {},
    });
  };
  const [Slow, Quick] = [thing("slow", 2), thing("quick")];
  const stack = await testStack(() => {
    for (let size = 0; size < 8; size++) {
      new Slow(`slow-${size}`, { size });
      new Quick(`quick-${size}`, { size });
    }
    return { made: coconut.output(true) };
  });
  expect((await stack.apply()).ok).toBe(true);
  expect(most.slow).toBe(2);
  expect(most.quick).toBeGreaterThan(2);
});

test.each(["apply", "destroy"] as const)(
  "what waits for its provider keeps no place: %s",
  async (command) => {
    const gate = { isOpen: command === "destroy", open: [] as (() => void)[] };
    const pass = () => (gate.isOpen ? Promise.resolve() : new Promise<void>((open) => gate.open.push(open)));
    const thing = (name: string, callsAtOnce?: number) => {
      const provider = defineProvider({
        package: name,
        version: "1.0.0",
        ...(callsAtOnce && { callsAtOnce }),
      });
      return provider.resource("index:Thing", {
        inputs: { size: v.number() },
        outputs: {},
        create: async ({ inputs }) => {
          if (name === "narrow") await pass();
          return { id: `${name}-${inputs.size}`, outputs: {} };
        },
        read: async () => ({}),
        update: async () => ({}),
        delete: async () => (name === "narrow" ? pass() : undefined),
      });
    };
    const [Narrow, Wide] = [thing("narrow", 1), thing("wide")];
    const stack = await testStack(() => {
      for (let size = 0; size < 8; size++) new Narrow(`narrow-${size}`, { size });
      for (let size = 0; size < 8; size++) new Wide(`wide-${size}`, { size });
    });
    if (command === "destroy") await stack.apply();
    gate.isOpen = false;
    const finished: string[] = [];
    const all = deferred<void>();
    const run = stack[command]({
      parallel: 2,
      onEvent: (event) => {
        if (event.kind === "step-finished" && finished.push(event.urn.split("::").at(-1)!) === 8)
          all.resolve();
      },
    });
    await all.promise;
    expect(finished.filter((name) => name.startsWith("wide"))).toHaveLength(8);
    expect(gate.open).toHaveLength(1);
    gate.isOpen = true;
    for (const open of gate.open) open();
    expect((await run).ok).toBe(true);
  },
);
