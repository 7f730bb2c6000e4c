import { expect, test } from "vitest";
import type { Stack } from "../../src/operations/stack/index.js";
import { lastSeen } from "../../src/state/index.js";
import { diskPackage } from "../spec/disk.js";
import { openStack } from "../spec/open-stack.js";

/** What state says of having seen its objects. */
async function seenIn(stack: Pick<Stack, "snapshot">) {
  const { seen, objects, resources } = await stack.snapshot();
  const rows = [...objects.values()].map((row) => [resources.get(row.rid)!.name, row.observed !== undefined]);
  return {
    seen: seen.map((each) => each.resources),
    otherwise: rows.filter(([, is]) => is).map(([name]) => name),
  };
}

const files = (...names: string[]) => {
  const { disk, File, provider } = diskPackage();
  const program = () => {
    for (const name of names) new File(name, { path: name, content: name });
  };
  return { disk, program, provider };
};

test("what was as recorded is one entry for all of it, in the record that ends the run", async () => {
  const { program, provider } = files("a", "b", "c");
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  // Nothing was there to be looked at.
  expect(await seenIn(stack)).toEqual({ seen: [], otherwise: [] });
  const { head } = await stack.snapshot();
  await stack.apply();
  expect(await seenIn(stack)).toEqual({ seen: ["all"], otherwise: [] });
  expect((await stack.snapshot()).head).toBe(head + 2);
  expect((await stack.history()).at(-1)).toMatchObject({ drift: { read: 3, changed: 0, gone: 0 } });
});

test("a plan writes nothing of what it has seen, and neither does a plan that reads nothing", async () => {
  const { program, provider } = files("a");
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  const { head } = await stack.snapshot();
  await stack.plan();
  expect((await stack.snapshot()).head).toBe(head);
  await stack.apply({ refresh: false });
  expect(await seenIn(stack)).toEqual({ seen: [], otherwise: [] });
});

test("what was seen of some does not take away when all were seen", async () => {
  const { program, provider } = files("a", "b");
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  await stack.apply();
  await stack.apply({ targets: ["b"] });
  expect(await seenIn(stack)).toEqual({ seen: ["all", [2]], otherwise: [] });
  await stack.apply();
  expect(await seenIn(stack)).toEqual({ seen: ["all"], otherwise: [] });
});

test("what was found otherwise stands in its row until a step has mended it", async () => {
  let isBroken = false;
  const { disk, File, provider } = diskPackage({
    update: async ({ client, id, inputs: { content } }) => {
      if (isBroken) throw new TypeError("The disk is read-only.");
      client.files.set(id, content);
      return client.stat(id);
    },
  });
  const program = () => void ["a", "b"].map((name) => new File(name, { path: name, content: name }));
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  disk.files.set("a", "something else");
  isBroken = true;
  await stack.apply().catch(() => undefined);
  expect(await seenIn(stack)).toMatchObject({ seen: [[2]], otherwise: ["a"] });
  expect((await stack.history()).at(-1)).toMatchObject({ drift: { read: 2, changed: 1, gone: 0 } });
  isBroken = false;
  await stack.apply();
  expect((await seenIn(stack)).otherwise).toEqual([]);
  disk.files.set("b", "something else");
  isBroken = true;
  await stack.apply().catch(() => undefined);
  expect((await seenIn(stack)).otherwise).toEqual(["b"]);
  // Somebody else has mended it.
  disk.files.set("b", "b");
  await stack.apply();
  expect((await seenIn(stack)).otherwise).toEqual([]);
});

test("a refresh says when it saw what it has taken", async () => {
  const { disk, program, provider } = files("a", "b", "c");
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  disk.files.set("a", "something else");
  disk.files.delete("c");
  await stack.refresh({ acceptGone: true });
  const { objects, seen } = await stack.snapshot();
  // One of the fields moves by itself, so something is taken of every file.
  expect(await seenIn(stack)).toEqual({ seen: [], otherwise: [] });
  for (const row of objects.values()) expect(lastSeen(row, seen)).toBe(row.seenAt);
  expect((await stack.history()).at(-1)).toMatchObject({ drift: { read: 3, changed: 2, gone: 1 } });
});
