import * as coconut from "@coconut/coconut";
import { isUnknown } from "@coconut/coconut/model";
import { expect } from "vitest";
import { Disk, diskPackage, fileHooks } from "./disk.js";
import { spec } from "./ledger.js";
import { actionsIn, openStack } from "./open-stack.js";

spec("4.43", async () => {
  const { disk, File } = diskPackage();
  let args: { path: string; content: string } = { path: "a", content: "one" };
  const stack = await openStack(() => void new File("a", args));
  const next = async () => actionsIn(await stack.plan())["a"];
  expect(await next()).toBe("create");
  await stack.apply();
  expect(await next()).toBe("same");
  disk.files.set("a", "changed outside");
  expect(await next()).toBe("update");
  await stack.apply();
  args = { path: "a", content: "two" };
  expect(await next()).toBe("update");
  args = { path: "b", content: "one" };
  expect(await next()).toBe("replace");
});

spec("4.44", async () => {
  const { disk, File } = diskPackage();
  let content = "one";
  const stack = await openStack(() => void new File("a", { path: "a", content }));
  await stack.apply();
  content = "two";
  await stack.apply();
  await stack.destroy();
  expect(disk.calls.filter((call) => !call.startsWith("connect"))).toEqual([
    "create a",
    "read a",
    "update a",
    "read a",
    "delete a",
  ]);
});

spec("4.46", async () => {
  const { disk, File } = diskPackage();
  class Site extends coconut.ComponentResource {
    constructor(name: string) {
      super("shop:web:Site", name, { title: name });
      new File(`${name}-page`, { path: `${name}/page` }, { parent: this });
    }
  }
  const stack = await openStack(() => void new Site("front"));
  expect((await stack.apply()).summary).toEqual({ record: 1, create: 1 });
  expect((await stack.destroy()).ok).toBe(true);
  expect(disk.calls.filter((call) => !/^(connect|read) /.test(call))).toEqual([
    "create front/page",
    "delete front/page",
  ]);
});

spec("4.52", async () => {
  const { File, provider } = diskPackage();
  const stack = await openStack(() => void new File("a", { path: "a", content: "four" }));
  await stack.apply();
  const [object] = (await stack.snapshot()).objects.values();
  const declared = provider.resources.get("disk:fs:File")!.outputs;
  expect(Object.keys(object!.stored.outputs).toSorted()).toEqual(Object.keys(declared).toSorted());
  expect(object!.stored.outputs).toMatchObject({ size: 4, etag: "etag of four" });
});

spec("4.69", async () => {
  const disk = new Disk();
  const { File } = diskPackage({ delete: () => Promise.reject(new Error("busy")) }, disk);
  let path = "a";
  const stack = await openStack(() => void new File("a", { path }));
  await stack.apply();
  path = "b";
  expect((await stack.apply()).ok).toBe(false);
  const { resources, objects } = await stack.snapshot();
  expect([...resources.values()].map(({ urn }) => urn)).toEqual(["urn:pulumi:dev::shop::disk:fs:File::a"]);
  expect(new Map([...objects.values()].map(({ status, stored }) => [status, stored.id]))).toEqual(
    new Map([
      ["current", "b"],
      ["doomed", "a"],
    ]),
  );
});

spec("4.70", async () => {
  const { disk, File } = diskPackage();
  disk.files.set("theirs", "");
  const stack = await openStack(() => ({
    ids: [new File("a", { path: "mine" }).id, File.get("b", "theirs").id],
  }));
  const { outputs } = await stack.apply();
  expect(outputs).toEqual({ ids: ["mine", "theirs"] });
});

spec("4.71", async () => {
  const id = "::%20 /\u{1f965}#?\n{}";
  const seen: string[] = [];
  const disk = new Disk();
  const { File } = diskPackage(
    {
      create: async ({ client }) => ({ id, outputs: client.stat("a") }),
      read: async (call) => {
        seen.push(call.id);
        return call.prior.outputs;
      },
      update: async (call) => {
        seen.push(call.id);
        return call.prior.outputs;
      },
      delete: async (call) => void seen.push(call.id),
    },
    disk,
  );
  let content = "one";
  const stack = await openStack(() => ({ id: new File("a", { path: "a", content }).id }));
  expect((await stack.apply()).outputs).toEqual({ id });
  content = "two";
  await stack.apply();
  await stack.destroy();
  expect(seen).toEqual([id, id, id, id]);
});

spec("4.76", async () => {
  const { disk, File } = diskPackage({
    modifyPlan: ({ change, unknown }) => {
      if (change("content") !== "same") unknown("etag");
    },
  });
  let content = "one";
  const stack = await openStack(() => {
    const base = new File("base", { path: "base", content });
    const all = coconut.all([base.etag, base.size]).apply(([etag]) => etag);
    new File("user", { path: "user", content: coconut.secret(all) });
  });
  const changing = () => disk.took().filter((call) => !/^(connect|read) /.test(call));
  await stack.apply();
  expect(changing()).toEqual(["create base", "create user"]);
  content = "two";
  expect((await stack.apply()).diagnostics).toEqual([]);
  expect(changing()).toEqual(["update base", "update user"]);
});

spec("4.78", async () => {
  const { File } = diskPackage({
    modifyPlan: ({ change, unknown }) => {
      if (change("content") !== "same") unknown("size");
    },
  });
  let content = "one";
  const stack = await openStack(() => {
    const { id, path, size, etag } = new File("a", { path: "a", content });
    return { id, path, size, etag };
  });
  const unknowns = async () => {
    const { outputs } = (await stack.plan()).plan;
    return Object.keys(outputs).filter((name) => isUnknown(outputs[name]!));
  };
  expect(await unknowns()).toEqual(["id", "size", "etag"]);
  await stack.apply();
  expect(await unknowns()).toEqual([]);
  content = "two";
  expect(await unknowns()).toEqual(["size"]);
});

spec("4.80", async () => {
  const { disk, File } = diskPackage({ replaceOrder: "delete-first" });
  let path = "a";
  const stack = await openStack(() => {
    const base = new File("base", { path });
    new File("moves", { path: coconut.interpolate`below/${base.id}` });
    new File("stays", { path: "stays", content: base.id });
    new File("other", { path: "other" }, { dependsOn: base });
  });
  await stack.apply();
  path = "b";
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({ base: "replace", moves: "replace", stays: "update", other: "same" });
  disk.took();
  expect((await plan.apply()).diagnostics).toEqual([]);
  const took = disk.took();
  expect(took.slice(0, 3)).toEqual(["delete below/a", "delete a", "create b"]);
  expect(took.slice(3).toSorted()).toEqual(["create below/b", "update stays"]);
});

spec("4.86", async () => {
  const seen: unknown[] = [];
  const disk = new Disk();
  const { File } = diskPackage(
    {
      update: async (call) => {
        seen.push(call.inputs.content);
        return fileHooks(disk).update(call);
      },
    },
    disk,
  );
  let args = { path: "a", content: "one", token: "t" };
  const stack = await openStack(() => void new File("a", args, { ignoreChanges: ["content"] }));
  await stack.apply();
  args = { ...args, content: "two" };
  expect(actionsIn(await stack.plan())).toEqual({ a: "same" });
  args = { ...args, token: "u" };
  const plan = await stack.plan();
  expect(plan.changes[0]).toMatchObject({ reasons: [{ kind: "fields", fields: [{ path: "token" }] }] });
  await plan.apply();
  expect(seen).toEqual(["one"]);
});

spec("4.153", async () => {
  const { disk, File } = diskPackage();
  class Copy extends coconut.CustomResource {}
  const stack = await openStack(() => {
    const source = new File("source", { path: "source" });
    new Copy("disk:fs:File", "copy", { path: "copy", content: source });
  });
  const { diagnostics } = await stack.apply();
  expect(diagnostics).toEqual([]);
  expect(disk.files.get("copy")).toBe("source");
  expect(disk.calls.filter((call) => call.startsWith("read"))).toEqual([]);
});
