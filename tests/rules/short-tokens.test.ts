import * as v from "valibot";
import { expect, test } from "vitest";
import { invoke, invokeOutput } from "@coconut/coconut";
import { defineProvider } from "@coconut/coconut/provider";
import { testStack } from "@coconut/coconut/testing";

const disk = defineProvider({ package: "disk", version: "1.0.0" });
const stat = disk.function("stat", {
  inputs: { path: v.string() },
  outputs: { size: v.number() },
  invoke: async ({ inputs }) => ({ size: inputs.path.length }),
});
const File = disk.resource("File", {
  inputs: { path: v.string() },
  outputs: {},
  create: async ({ inputs }) => ({ id: inputs.path, outputs: {} }),
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
});

test("types and functions whose token has no module can be used", async () => {
  const stack = await testStack(
    async () => {
      const { size } = await invoke(stat, { path: "abc" });
      const file = new File("one", { path: "abcd" });
      return { size, later: invokeOutput("disk:stat", { path: file.id })["size"] };
    },
    { packages: [disk] },
  );
  expect(await stack.apply()).toMatchObject({ ok: true });
  expect(await stack.outputs()).toEqual({ size: 3, later: 4 });
});
