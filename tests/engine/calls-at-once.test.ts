import { expect, test } from "vitest";
import * as v from "valibot";
import * as coconut from "@coconut/coconut";
import { defineProvider } from "@coconut/coconut/provider";
import { testStack } from "@coconut/coconut/testing";

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
