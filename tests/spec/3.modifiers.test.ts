import { isUnknown as isUnknownValue } from "@coconut/coconut/model";
import { isUnknown } from "@coconut/coconut/provider";
import { expect } from "vitest";
import { Disk, diskPackage } from "./disk.js";
import { spec } from "./ledger.js";
import { actionsIn, openStack } from "./open-stack.js";

type ModifyPlan = NonNullable<NonNullable<Parameters<typeof diskPackage>[0]>["modifyPlan"]>;

/** A file whose size the modifier marks when the content changes; others read its size and its etag. */
async function marking(modifyPlan: ModifyPlan) {
  const disk = new Disk();
  const { File } = diskPackage({ modifyPlan }, disk);
  const args = { path: "a.txt", content: "one" };
  const stack = await openStack(() => {
    const file = new File("a", args);
    new File("bySize", { path: "size.txt", content: file.size.apply((size) => `${size} bytes`) });
    new File("byPath", { path: "path.txt", content: file.path });
  });
  await stack.apply();
  disk.took();
  return { disk, stack, args };
}

const markSize: ModifyPlan = ({ hasPriorState, change, unknown }) => {
  if (hasPriorState && change("content") !== "same") {
    unknown("size");
    unknown("etag");
  }
};

spec("3.34", async () => {
  const { stack, args } = await marking(markSize);
  args.content = "three";
  const plan = await stack.plan();
  const { planned } = plan.changes.find(({ name }) => name === "a")!;
  expect(isUnknownValue(planned!.outputs["size"]!)).toBe(true);
});

spec("3.35", async () => {
  const seen: unknown[] = [];
  const { stack, args } = await marking(({ config, prior, inputs, hasPriorState, unknown }) => {
    seen.push({ config, prior, inputs, hasPriorState });
    unknown("size");
    unknown("etag");
  });
  args.content = "three";
  seen.length = 0;
  await stack.plan();
  expect(seen[0]).toMatchObject({
    config: { root: "/" },
    prior: { inputs: { path: "a.txt", content: "one" }, outputs: { size: 3, etag: "etag of one" } },
    inputs: { path: "a.txt", content: "three" },
    hasPriorState: true,
  });
});

spec("3.36", async () => {
  const disk = new Disk();
  const seen: unknown[] = [];
  const { File } = diskPackage(
    {
      modifyPlan: ({ inputs, change }) =>
        void seen.push([inputs.path, isUnknown(inputs.content) || inputs.content, change("content")]),
    },
    disk,
  );
  let args: { path: string; content?: string } = { path: "a.txt" };
  const stack = await openStack(() => {
    const file = new File("a", args);
    new File("b", { path: "b.txt", content: file.content });
  });
  await stack.plan();
  expect(seen).toEqual([]);
  await stack.apply();
  expect(seen).toEqual([]);
  args = { ...args, content: "given" };
  await stack.plan();
  expect(seen).toEqual([
    ["a.txt", "given", "changed"],
    ["b.txt", "given", "changed"],
  ]);
});

spec("3.37", async () => {
  const { stack, args } = await marking(markSize);
  args.content = "three";
  const plan = await stack.plan();
  expect(plan.changes[0]).toMatchObject({
    reasons: [
      {
        fields: [
          { path: "content", of: "inputs" },
          { path: "size", of: "outputs" },
          { path: "etag", of: "outputs" },
        ],
      },
    ],
  });
  const wrong = await marking(({ unknown }) => unknown("sise" as "size"));
  expect((await wrong.stack.plan()).text()).toContain('disk:fs:File has no output "sise"');
});

spec("3.38", async () => {
  const { disk, stack, args } = await marking(markSize);
  args.content = "three";
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({ a: "update", bySize: "update", byPath: "same" });
  const bySize = plan.changes.find(({ name }) => name === "bySize")!;
  expect(isUnknownValue(bySize.inputs["content"]!)).toBe(true);
  disk.took();
  const run = await plan.apply();
  expect(run.diagnostics).toEqual([]);
  expect(disk.took()).toEqual(["update a.txt", "update size.txt"]);
  expect(disk.files.get("size.txt")).toBe("5 bytes");
});

spec("3.39", async () => {
  let isMarking = false;
  const { stack, args } = await marking(({ unknown }) => {
    if (isMarking) unknown("size");
  });
  expect(actionsIn(await stack.plan())).toEqual({ a: "same", bySize: "same", byPath: "same" });
  isMarking = true;
  const plan = await stack.plan();
  expect(plan.changes[0]).toMatchObject({
    action: "update",
    reasons: [{ kind: "fields", fields: [{ path: "size", of: "outputs" }] }],
  });
  args.path = "b.txt";
  expect(actionsIn(await stack.plan())).toMatchObject({ a: "replace" });
});
