import * as coconut from "@coconut/coconut";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
import { expect, expectTypeOf } from "vitest";
import { Disk, diskPackage, fileHooks } from "./disk.js";
import { spec } from "./ledger.js";
import { actionsIn, openStack, refusalOf } from "./open-stack.js";

spec("3.1", async () => {
  const { disk, File, provider } = diskPackage();
  let content: string | undefined = "one";
  const program = () => {
    if (content !== undefined) new File("a", { path: "a.txt", content });
  };
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  expect(disk.files).toEqual(new Map([["a.txt", "one"]]));
  content = "two";
  await stack.apply();
  expect(disk.files).toEqual(new Map([["a.txt", "two"]]));
  content = undefined;
  await stack.apply();
  expect(disk.files).toEqual(new Map());
  expect(disk.calls).toEqual(
    ["connect /", "create a.txt", "connect /", "read a.txt", "update a.txt"].concat([
      "connect /",
      "read a.txt",
      "delete a.txt",
    ]),
  );
});

spec("3.2", async () => {
  const { File } = diskPackage();
  await openStack(() => {
    const file = new File("a", { path: "a.txt" });
    expectTypeOf(file.path).toEqualTypeOf<coconut.Output<string>>();
    expectTypeOf(file.size).toEqualTypeOf<coconut.Output<number>>();
    // @ts-expect-error: there is no such input
    void (() => new File("b", { path: "b.txt", colour: "red" }));
    // @ts-expect-error: an input must be given
    void (() => new File("c", {}));
  }).then((stack) => stack.plan());
  defineProvider({ package: "typed", version: "1.0.0", config: { root: v.string() } }).resource("a:B", {
    inputs: { path: v.string() },
    outputs: { size: v.number() },
    create: async ({ inputs, config }) => {
      expectTypeOf(inputs).toEqualTypeOf<{ readonly path: string }>();
      expectTypeOf(config).toEqualTypeOf<{ readonly root: string }>();
      return { id: inputs.path, outputs: { size: 1 } };
    },
    read: async ({ prior }) => prior.outputs,
    update: async ({ prior }) => prior.observed,
    delete: async () => {},
  });
});

spec("3.3", async () => {
  const files = new Map<string, string>();
  const disk = defineProvider({ package: "example", version: "1.0.0" });
  const write = (path: string, content: string) => {
    files.set(path, content);
    return { path, size: content.length, exists: true };
  };
  const File = disk.resource("index:File", {
    inputs: { path: v.string(), content: v.string() },
    outputs: { path: v.string(), size: v.number(), exists: v.boolean() },
    replaceOn: ["path"],
    create: async ({ inputs }) => ({ id: inputs.path, outputs: write(inputs.path, inputs.content) }),
    read: async ({ prior: { outputs } }) => (files.has(outputs.path) ? outputs : null),
    update: async ({ inputs }) => write(inputs.path, inputs.content),
    delete: async ({ prior }) => files.delete(prior.outputs.path),
  });
  let args = { path: "a.txt", content: "hello" };
  const stack = await openStack(() => {
    const { path, size, exists } = new File("a", args);
    return { path, size, exists };
  });
  expect((await stack.apply()).outputs).toEqual({ path: "a.txt", size: 5, exists: true });
  args = { path: "a.txt", content: "hello, world" };
  expect((await stack.apply()).outputs).toEqual({ path: "a.txt", size: 12, exists: true });
  args = { path: "b.txt", content: "hello" };
  expect((await stack.apply()).outputs).toEqual({ path: "b.txt", size: 5, exists: true });
  expect([...files.keys()]).toEqual(["b.txt"]);
  await stack.destroy();
  expect(files.size).toBe(0);
});

/** The same type in three versions: what was `name` became `title`, then `titles`. */
function versioned(migrations: number, seen: unknown[] = []) {
  const provider = defineProvider({ package: "books", version: `${migrations + 1}.0.0` });
  const steps = [
    ({ inputs, outputs }: Fields) => ({ inputs: { title: inputs["name"] }, outputs }),
    ({ inputs, outputs }: Fields) => ({ inputs: { titles: [inputs["title"]] }, outputs }),
  ];
  return provider.resource("index:Book", {
    inputs: {
      name: v.optional(v.string()),
      title: v.optional(v.string()),
      titles: v.optional(v.array(v.string())),
    },
    outputs: { pages: v.number() },
    migrations: steps.slice(0, migrations),
    create: async () => ({ id: "book-1", outputs: { pages: 10 } }),
    read: async ({ prior }) => prior.outputs,
    update: async ({ prior }) => {
      seen.push(prior);
      return { pages: 10 };
    },
    delete: async ({ prior }) => void seen.push(prior),
  });
}

interface Fields {
  readonly inputs: { readonly [field: string]: unknown };
  readonly outputs: { readonly [field: string]: unknown };
}

spec("3.4", async () => {
  const seen: unknown[] = [];
  let program = (): unknown => new (versioned(0))("a", { name: "Emma" });
  const stack = await openStack(() => void program());
  const versionInState = async () => [...(await stack.snapshot()).objects.values()][0]!.stored.schemaVersion;
  await stack.apply();
  expect(await versionInState()).toBe(1);

  program = () => new (versioned(2))("a", { titles: ["Emma"] });
  expect(actionsIn(await stack.plan())).toEqual({ a: "record" });
  expect((await stack.apply()).diagnostics).toEqual([]);
  expect(await versionInState()).toBe(3);
  expect(actionsIn(await stack.plan())).toEqual({ a: "same" });

  program = () => new (versioned(0))("a", { name: "Emma" });
  expect(await refusalOf(stack.plan())).toContain("State holds version 3 of books:index:Book");
  expect(await versionInState()).toBe(3);

  program = () => new (versioned(2, seen))("a", { titles: ["Emma", "Emma again"] });
  await stack.apply();
  expect(seen).toEqual([{ inputs: { titles: ["Emma"] }, outputs: { pages: 10 }, observed: { pages: 10 } }]);

  const old = await openStack(() => void program());
  program = () => new (versioned(0))("a", { name: "Emma" });
  await old.apply();
  seen.length = 0;
  program = () => new (versioned(2, seen))("a", { titles: ["Emma"] });
  expect((await old.refresh()).diagnostics).toEqual([]);
  await old.destroy();
  expect(seen).toEqual([{ inputs: { titles: ["Emma"] }, outputs: { pages: 10 } }]);
});

spec("3.5", async () => {
  const disk = new Disk();
  const seen: unknown[] = [];
  const { File } = diskPackage(
    {
      create: async (call) => {
        seen.push(call.config, call.inputs);
        return fileHooks(disk).create(call);
      },
    },
    disk,
  );
  const program = () => ({ size: new File("a", { path: "a.txt", content: "hello" }).size });
  const stack = await openStack(program, { config: { "disk:root": "/srv" } });
  expect((await stack.apply()).outputs).toEqual({ size: 5 });
  expect(seen).toEqual([{ root: "/srv" }, { path: "a.txt", content: "hello" }]);
});

spec("3.6", async () => {
  const disk = new Disk();
  const seen: unknown[] = [];
  const { File } = diskPackage(
    {
      read: async (call) => {
        const { config, id, prior } = call;
        seen.push({ config, id, prior, keys: Object.keys(call).includes("inputs") });
        return fileHooks(disk).read(call);
      },
    },
    disk,
  );
  let content = "recorded";
  const stack = await openStack(() => void new File("a", { path: "a.txt", content }));
  await stack.apply();
  content = "desired";
  await stack.plan();
  expect(seen).toMatchObject([
    {
      config: { root: "/" },
      id: "a.txt",
      prior: { inputs: { path: "a.txt", content: "recorded" }, outputs: { size: 8 } },
      keys: false,
    },
  ]);
});

spec("3.7", async () => {
  const disk = new Disk();
  const seen: unknown[] = [];
  const { File } = diskPackage(
    {
      update: async (call) => {
        seen.push(call.config, call.inputs, call.prior.inputs);
        return fileHooks(disk).update(call);
      },
    },
    disk,
  );
  let content = "one";
  const stack = await openStack(() => ({ size: new File("a", { path: "a.txt", content }).size }));
  await stack.apply();
  content = "three";
  expect((await stack.apply()).outputs).toEqual({ size: 5 });
  expect(seen).toEqual([
    { root: "/" },
    { path: "a.txt", content: "three" },
    { path: "a.txt", content: "one" },
  ]);
});

spec("3.8", async () => {
  const disk = new Disk();
  const seen: unknown[] = [];
  const { File } = diskPackage(
    {
      delete: async (call) => {
        const { config, id, prior } = call;
        seen.push({ config, id, inputs: prior.inputs, size: prior.outputs.size, desired: "inputs" in call });
        return fileHooks(disk).delete(call);
      },
    },
    disk,
  );
  let path = "a.txt";
  const stack = await openStack(() => void new File("a", { path, content: "old" }));
  await stack.apply();
  path = "b.txt";
  await stack.apply();
  await stack.destroy();
  const seenOf = (id: string) => ({
    config: { root: "/" },
    id,
    inputs: { path: id, content: "old" },
    size: 3,
    desired: false,
  });
  expect(seen).toEqual([seenOf("a.txt"), seenOf("b.txt")]);
});

spec("3.9", async () => {
  const { disk, provider } = diskPackage();
  expect([...provider.resources.keys()]).toEqual(["disk:fs:File"]);
  class ByName extends coconut.CustomResource {
    readonly size!: coconut.Output<number>;
  }
  const stack = await openStack(
    () => ({ size: new ByName("disk:fs:File", "a", { path: "a.txt", content: "abc" }).size }),
    {
      providers: [provider],
    },
  );
  const { outputs, diagnostics } = await stack.apply();
  expect(diagnostics).toEqual([]);
  expect(outputs).toEqual({ size: 3 });
  expect([...disk.files.keys()]).toEqual(["a.txt"]);
});

spec("3.10", async () => {
  const [real, fake] = [new Disk(), new Disk()];
  const provider = (client: Disk) =>
    defineProvider({ package: "disk", version: "1.0.0", connect: () => client });
  const writing = async ({ client, inputs }: { client: Disk; inputs: { path: string } }) => {
    client.files.set(inputs.path, "");
    return { id: inputs.path, outputs: {} };
  };
  for (const client of [real, fake]) {
    const File = provider(client).resource("fs:File", {
      inputs: { path: v.string() },
      outputs: {},
      create: writing,
      read: async () => ({}),
      update: async () => ({}),
      delete: async () => {},
    });
    await (await openStack(() => void new File("a", { path: `of ${client === fake}` }))).apply();
  }
  expect([...real.files.keys(), ...fake.files.keys()]).toEqual(["of false", "of true"]);
});

spec("3.11", async () => {
  const { disk, File, provider } = diskPackage();
  const Elsewhere = class extends coconut.ProviderResource {
    constructor(name: string, args: { readonly root: string }) {
      super("disk", name, args);
    }
  };
  const stack = await openStack(
    () => {
      const elsewhere = new Elsewhere("elsewhere", { root: "/elsewhere" });
      for (const name of ["a", "b"]) new File(name, { path: `${name}.txt` });
      for (const name of ["c", "d"]) new File(name, { path: `${name}.txt` }, { provider: elsewhere });
    },
    { providers: [provider] },
  );
  const { diagnostics } = await stack.apply();
  expect(diagnostics).toEqual([]);
  const connects = disk.calls.filter((call) => call.startsWith("connect"));
  expect(connects.toSorted()).toEqual(["connect /", "connect /elsewhere"]);
  const firstCreate = disk.calls.findIndex((call) => call.startsWith("create"));
  expect(disk.calls.slice(0, firstCreate).toSorted()).toEqual(connects.toSorted());
});

spec("3.12", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => void new File("a", { path: "a.txt" }));
  await stack.apply();
  disk.files.clear();
  expect(actionsIn(await stack.plan())).toEqual({ a: "create" });

  const failing = diskPackage({ read: () => Promise.reject(new Error("404, or so")) });
  const other = await openStack(() => void new failing.File("a", { path: "a.txt" }));
  await other.apply();
  const plan = await other.plan();
  expect(actionsIn(plan)).toEqual({ a: "failed" });
  expect(plan.text()).toContain("404, or so");
  expect(await refusalOf(other.apply())).toContain("404, or so");
  expect(failing.disk.took().filter((call) => call.startsWith("create"))).toEqual(["create a.txt"]);
});

spec("3.13", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => ({ size: new File("a", { path: "a.txt", content: "abc" }).size }));
  await stack.apply();
  disk.files.clear();
  disk.took();
  const plan = await stack.plan();
  expect(plan.changes[0]).toMatchObject({ action: "create", reasons: [{ kind: "no-longer-present" }] });
  const run = await plan.apply();
  expect(run).toMatchObject({ ok: true, outputs: { size: 3 } });
  expect(disk.took()).toEqual(["connect /", "read a.txt", "create a.txt"]);
  expect(actionsIn(await stack.plan())).toEqual({ a: "same" });
  expect((await stack.snapshot()).objects.size).toBe(1);
});

spec("3.14", async () => {
  const { disk, File } = diskPackage();
  const names = ["a"];
  const stack = await openStack(() => names.map((name) => new File(name, { path: `${name}.txt` }).size));
  await stack.plan();
  expect(disk.took()).toEqual(["connect /"]);
  await stack.apply();
  names.push("b");
  disk.took();
  await stack.plan();
  expect(disk.took()).toEqual(["connect /", "read a.txt"]);
});

spec("3.15", async () => {
  const { disk, File } = diskPackage();
  let files: readonly (readonly [name: string, path: string, content: string])[] = [
    ["updated", "u.txt", "1"],
    ["replaced", "r.txt", "1"],
    ["deleted", "d.txt", "1"],
  ];
  const stack = await openStack(() => {
    for (const [name, path, content] of files) new File(name, { path, content });
  });
  await stack.plan();
  await stack.apply();
  files = [
    ["updated", "u.txt", "2"],
    ["replaced", "r2.txt", "1"],
    ["created", "c.txt", "1"],
  ];
  const before = [...disk.files];
  disk.took();
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({
    updated: "update",
    replaced: "replace",
    created: "create",
    deleted: "delete",
  });
  expect(disk.took().filter((call) => !/^(connect|read) /.test(call))).toEqual([]);
  expect([...disk.files]).toEqual(before);
  await plan.apply();
  expect(disk.took().toSorted()).toEqual([
    "create c.txt",
    "create r2.txt",
    "delete d.txt",
    "delete r.txt",
    "update u.txt",
  ]);
});
