import * as coconut from "@coconut/coconut";
import { isUnknown } from "@coconut/coconut/model";
import { expect, expectTypeOf } from "vitest";
import { diskPackage } from "./disk.js";
import { spec } from "./ledger.js";
import { actionsIn, openStack, refusalOf } from "./open-stack.js";

/** The edges that state keeps: `from -kind field-> to`. */
async function edgesOf(stack: coconut.Stack): Promise<string[]> {
  const { resources, objects } = await stack.snapshot();
  const name = (rid: number) => resources.get(rid)!.name;
  return [...objects.values()].flatMap(({ rid, edges }) =>
    edges.map(({ kind, field = "", to }) => `${name(rid)} -${kind} ${field}-> ${name(to)}`),
  );
}

const changing = (calls: readonly string[]) => calls.filter((call) => !/^(connect|read|lookup) /.test(call));

spec("2.1", async () => {
  const { disk, File, provider } = diskPackage();
  let contents: readonly string[] = ["one"];
  const program = () => {
    for (const [index, content] of contents.entries()) new File(`f${index}`, { path: `${index}`, content });
  };
  const stack = await openStack(program, { providers: [provider] });
  const applied = async () => {
    await stack.apply();
    return changing(disk.took()).toSorted();
  };
  expect(await applied()).toEqual(["create 0"]);
  contents = ["two", "new"];
  expect(await applied()).toEqual(["create 1", "update 0"]);
  contents = ["two"];
  expect(await applied()).toEqual(["delete 1"]);
});

spec("2.2", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => {
    const sizes = new Map<string, number>();
    for (let n = 0; n < 10; n++) if (n % 3 === 0) sizes.set(`n${n}`, n);
    for (const [name, n] of sizes) new File(name, { path: `${name}.txt`, content: "x".repeat(n) });
  });
  await stack.apply();
  expect([...disk.files].map(([path, { length }]) => [path, length])).toEqual([
    ["n0.txt", 0],
    ["n3.txt", 3],
    ["n6.txt", 6],
    ["n9.txt", 9],
  ]);
});

spec("2.3", async () => {
  const { File } = diskPackage();
  const stack = await openStack(() => {
    const a = new File("a", { path: "a.txt" });
    new File("b", { path: "b.txt", content: a.etag });
  });
  const plan = await stack.plan();
  expect(plan.changes.map(({ name }) => name)).toEqual(["a", "b"]);
  const [a, b] = plan.steps;
  expect(b!.after).toEqual([a!.id]);
});

spec("2.4", async () => {
  const { disk, File } = diskPackage();
  let isCircle = false;
  const stack = await openStack(() => {
    const a = new File("a", { path: "a.txt" }) as coconut.CustomResource & { b?: coconut.Resource };
    const b = new File("b", { path: "b.txt", content: a.urn });
    new File("c", { path: "c.txt", content: b.urn });
    if (isCircle) a.b = b;
  });
  await stack.apply();
  expect(await edgesOf(stack)).toEqual(["b -input content-> a", "c -input content-> b"]);
  isCircle = true;
  disk.took();
  const refusal = await refusalOf(stack.plan());
  expect(refusal).toContain("engine/cycle");
  expect(refusal).toMatch(/"a" -> disk:fs:File "b" -> disk:fs:File "a"|"b" -> disk:fs:File "a" -> .*"b"/);
  expect(changing(disk.took())).toEqual([]);
});

spec("2.5", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => {
    const base = new File("base", { path: "base" });
    const left = new File("left", { path: "left", content: base.etag });
    const right = new File("right", { path: "right", content: base.etag });
    new File("top", { path: "top", content: coconut.concat(left.etag, right.etag) });
  });
  await stack.apply();
  await stack.destroy();
  const calls = changing(disk.took());
  expect([calls[0], calls[3], calls[4], calls[7]]).toEqual([
    "create base",
    "create top",
    "delete top",
    "delete base",
  ]);
});

spec("2.6", async () => {
  const { File } = diskPackage();
  class Special extends File {}
  class Group extends coconut.ComponentResource {}
  class Team extends Group {}
  const stack = await openStack(() => {
    const made = [new Special("s", { path: "s" }), new Team("shop:index:Team", "t")];
    expect(made.every((each) => each instanceof coconut.Resource)).toBe(true);
  });
  expect(actionsIn(await stack.plan())).toEqual({ s: "create", t: "create" });
});

spec("2.7", () => {
  // How it answers to being used as text or JSON is no offer: it refuses.
  expectTypeOf<
    Exclude<Extract<keyof coconut.Resource, string>, "toString" | "toJSON">
  >().toEqualTypeOf<"urn">();
  const own = Object.getOwnPropertyNames(coconut.Resource.prototype);
  expect(own.toSorted()).toEqual(["constructor", "toJSON", "toString", "urn"]);
});

spec("2.9", async () => {
  const { File } = diskPackage();
  let runs = 0;
  const stack = await openStack(() => {
    runs++;
    for (let n = 0; n < runs; n++) new File(`f${n}`, { path: `${n}` });
  });
  expect(Object.keys(actionsIn(await stack.plan()))).toEqual(["f0"]);
  expect(Object.keys(actionsIn(await stack.plan()))).toEqual(["f0", "f1"]);
  expect(runs).toBe(2);
});

spec("2.10", async () => {
  const { File } = diskPackage();
  const stack = await openStack(() => {
    const make = () => new File("deep", { path: "deep" });
    const held = { somewhere: [make()] };
    new File("user", { path: "user", content: held.somewhere[0]!.etag.apply((etag) => etag.toUpperCase()) });
  });
  await stack.apply();
  expect(await edgesOf(stack)).toEqual(["user -input content-> deep"]);
});

spec("2.11", async () => {
  const { File } = diskPackage();
  class Note {
    constructor(readonly text: string) {}
  }
  const stack = await openStack(() => {
    void [new Note("n"), new Map([["a", 1]]), { path: "p" }];
    new File("a", { path: new Note("a.txt").text });
  });
  expect(actionsIn(await stack.plan())).toEqual({ a: "create" });
});

spec("2.12", async () => {
  class Empty extends coconut.ComponentResource {}
  class Full extends coconut.ComponentResource {}
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`property${n}`, n]));
  const stack = await openStack(() => {
    new Empty("shop:index:Empty", "empty");
    new Full("shop:index:Full", "full", many);
  });
  await stack.apply();
  const stored = [...(await stack.snapshot()).objects.values()].map((object) => object.stored.inputs);
  expect(stored).toEqual([{}, many]);
});

class Rack extends coconut.ComponentResource {
  box: coconut.Resource | undefined;
  readonly more: { list: unknown[] } = { list: [] };
  child: coconut.Resource | undefined;
  constructor(name: string, args: object = {}) {
    super("shop:index:Rack", name, args);
  }
}

spec("2.13", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => {
    const rack = new Rack("rack");
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => new File(name, { path: name }));
    rack.box = a;
    rack.more.list.push({ held: b!.size });
    rack.child = new File("child", { path: "child" }, { parent: rack });
    new Rack("given", { nested: { list: [c, { d }] } });
  });
  const { diagnostics } = await stack.apply();
  expect(diagnostics).toEqual([]);
  expect((await edgesOf(stack)).toSorted()).toEqual([
    "child -parent -> rack",
    "given -input nested-> c",
    "given -input nested-> d",
    "rack -field box-> a",
    "rack -field more-> b",
  ]);
  expect(actionsIn(await stack.plan())).toMatchObject({ rack: "same", given: "same" });
  disk.took();
  await stack.destroy();
  expect(changing(disk.took()).length).toBe(5);
});

spec("2.14", async () => {
  const { disk, File } = diskPackage();
  class Archive extends coconut.ComponentResource {
    readonly logs = new File("logs", { path: "logs" });
  }
  const makeInner = () => ({ box: new File("indirect", { path: "indirect" }) });
  const stack = await openStack(() => {
    new Archive("shop:index:Archive", "archive");
    new Rack("rack", { direct: new File("direct", { path: "direct" }), ...makeInner() });
  });
  const plan = await stack.plan();
  const order = plan.steps.map(({ id }) => id.slice(id.lastIndexOf(":") + 1));
  expect(order.indexOf("logs")).toBeLessThan(order.indexOf("archive"));
  await plan.apply();
  expect((await edgesOf(stack)).toSorted()).toEqual([
    "archive -field logs-> logs",
    "rack -input box-> indirect",
    "rack -input direct-> direct",
  ]);
  expect(changing(disk.calls).length).toBe(3);
});

spec("2.15", async () => {
  const { File } = diskPackage();
  const stack = await openStack(() => {
    const a = new File("a", { path: "a" });
    new File("b", { path: a.etag, content: a.path });
  });
  const plan = await stack.plan();
  expect(plan.steps.map(({ after }) => after.length)).toEqual([0, 1]);
  await plan.apply();
  expect(await edgesOf(stack)).toEqual(["b -input path-> a", "b -input content-> a"]);
});

spec("2.16", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => {
    const last = new File("last", { path: "last" });
    new File("first", { path: "first" }, { dependsOn: last });
  });
  await stack.apply();
  expect(await edgesOf(stack)).toEqual(["first -depends-on -> last"]);
  await stack.destroy();
  expect(changing(disk.calls)).toEqual(["create last", "create first", "delete first", "delete last"]);
});

spec("2.17", async () => {
  const { File } = diskPackage();
  const stack = await openStack(() => ({ size: new File("a", { path: "a", content: "four" }).size }));
  const plan = await stack.plan();
  expect(isUnknown(plan.plan.outputs["size"]!)).toBe(true);
  expect((await plan.apply()).outputs).toEqual({ size: 4 });
});

spec("2.18", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => {
    const a = new File("a", { path: "a", content: "four" });
    new File("b", { path: "b", content: coconut.interpolate`${a.size} bytes` });
  });
  expect((await stack.apply()).ok).toBe(true);
  expect(disk.files.get("b")).toBe("4 bytes");
});

spec("2.19", async () => {
  const { File } = diskPackage();
  let ran = 0;
  const stack = await openStack(() => {
    const a = new File("a", { path: "a" });
    a.size.apply(() => void ran++);
    new File("b", { path: "b", content: a.etag });
  });
  const { changes } = await stack.plan();
  expect(ran).toBe(0);
  expect(isUnknown(changes[1]!.inputs["content"]!)).toBe(true);
});

spec("2.21", async () => {
  const calls: string[] = [];
  const { File } = diskPackage({
    create: async ({ inputs }) => {
      calls.push(inputs.path);
      return { id: "anything", outputs: { size: 42, etag: "made up", seen: 0 } };
    },
  });
  const stack = await openStack(() => {
    const { id, size, etag } = new File("a", { path: "a", content: "four" });
    return { id, size, etag };
  });
  expect((await stack.apply()).outputs).toEqual({ id: "anything", size: 42, etag: "made up" });
  expect(calls).toEqual(["a"]);
});

spec("2.22", async () => {
  const { disk, File } = diskPackage();
  let content = "one";
  const stack = await openStack(() => void new File("a", { path: "a", content }));
  await stack.apply();
  content = "two";
  await stack.apply();
  await stack.destroy();
  const verbs = disk.calls.map((call) => call.split(" ")[0]).filter((verb) => verb !== "connect");
  expect(verbs).toEqual(["create", "read", "update", "read", "delete"]);
});

spec("2.27", async () => {
  const { File } = diskPackage();
  const stack = await openStack(() => ({ id: new File("greeting", { path: "out/hello.txt" }).id }));
  expect((await stack.apply()).outputs).toEqual({ id: "out/hello.txt" });
  const [row] = (await stack.snapshot()).resources.values();
  expect(row!.name).toBe("greeting");
});

spec("2.28", async () => {
  const { File } = diskPackage();
  const stack = await openStack(() => {
    const { urn, id, etag } = new File("a", { path: "a.txt" });
    return { urn, id, etag };
  });
  expect((await stack.apply()).outputs).toEqual({
    urn: "urn:pulumi:dev::shop::disk:fs:File::a",
    id: "a.txt",
    etag: "etag of ",
  });
});

spec("2.29", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => void new File("a", { path: "a.txt" }));
  await stack.apply();
  const { resources, objects } = await stack.snapshot();
  const mapping = [...objects.values()].map(({ rid, stored }) => [resources.get(rid)!.urn, stored.id]);
  expect(mapping).toEqual([["urn:pulumi:dev::shop::disk:fs:File::a", "a.txt"]]);
  disk.took();
  await stack.destroy();
  expect(disk.took()).toEqual(["connect /", "read a.txt", "delete a.txt"]);
});

spec("2.30", async () => {
  const { disk, File, provider } = diskPackage();
  let names = ["kept", "gone"];
  const program = () => names.map((name) => new File(name, { path: name, content: names.join() }).size);
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  names = ["kept", "new"];
  disk.took();
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({ kept: "update", new: "create", gone: "delete" });
  expect(disk.took().toSorted()).toEqual(["connect /", "read gone", "read kept"]);
});

spec("2.31", async () => {
  const { disk, File } = diskPackage();
  const before = () => {
    new File("a", { path: "a" });
    new File("b", { path: "b" });
  };
  const make = (name: string) => new File(name, { path: name });
  const after = () => void ["b", "a"].map(make);
  let program: () => void = before;
  const stack = await openStack(() => program());
  await stack.apply();
  program = after;
  disk.took();
  expect((await stack.apply()).summary).toEqual({});
  expect(changing(disk.took())).toEqual([]);
});

spec("2.32", async () => {
  const { File, provider } = diskPackage();
  let names = ["b", "d"];
  const program = () => names.forEach((name) => new File(name, { path: name }));
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  names = ["a", "b", "c", "d", "e"];
  expect(actionsIn(await stack.plan())).toMatchObject({ a: "create", b: "same", c: "create", d: "same" });
  names = ["d"];
  expect(actionsIn(await stack.plan())).toEqual({ d: "same", b: "delete" });
});
