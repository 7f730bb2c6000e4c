import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStack, type Stack } from "../../src/operations/stack/index.js";
import { FakeCloud, fakeProvider } from "../../src/testing/index.js";
import { portsIn, temporaryFolder } from "../store/temporary-folder.js";

test.each<[string, (stack: Stack) => Promise<unknown>]>([
  ["apply", (stack) => stack.apply()],
  ["refresh", (stack) => stack.refresh()],
  ["destroy", (stack) => stack.destroy()],
  ["rename", (stack) => stack.rename([{ from: "a", to: "b" }])],
  ["import", (stack) => stack.import([{ type: "fake:storage:Bucket", name: "c", id: "c" }])],
  ["recover", (stack) => stack.recover("a", { absent: true })],
])("the program is evaluated before %s begins a run", async (_, command) => {
  const folder = temporaryFolder();
  const { types } = fakeProvider(new FakeCloud());
  let runs: number | undefined;
  let isRecorded = false;
  const stack: Stack = await openStack({
    project: "shop",
    name: "dev",
    store: `sqlite:${join(folder, "store")}`,
    ports: portsIn(folder),
    projectFolder: folder,
    program: async () => {
      if (isRecorded) runs = (await stack.history()).length;
      new types.Bucket("a", { name: "a", acl: "closed" });
    },
  });
  onTestFinished(() => stack.close());
  expect((await stack.apply()).ok).toBe(true);
  isRecorded = true;
  await command(stack).catch(() => {});
  expect(runs).toBe(1);
});
