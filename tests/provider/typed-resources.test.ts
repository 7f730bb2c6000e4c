import { types } from "node:util";
import * as coconut from "@coconut/coconut";
import { defineProvider, definitionOf, schemaOf } from "@coconut/coconut/provider";
import { testProgram } from "@coconut/coconut/testing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { configuring } from "./typed-example.js";
import { disk, File, Pet, stat } from "../golden/api-provider.js";

const urn = (type: string, name: string) => `urn:pulumi:test::project::${type}::${name}`;

test("the program of the documentation asks for what it says", async () => {
  const program = await testProgram(async () => ({ ...(await import("../golden/api-program.js")) }), {
    config: { "project:message": "Hello" },
  });
  expect(program.registrations.map(({ urn, kind }) => [urn, kind])).toEqual([
    [urn("random:Pet", "name"), "custom"],
    [urn("disk:fs:File", "greeting"), "custom"],
    [urn("disk:fs:File", "old"), "external"],
  ]);
  const applied = program.applied({ name: { id: "sleepy", name: "coconut" } });
  const { greeting, path, user } = await import("../golden/api-program.js");
  expect(await applied.value({ path, user })).toEqual({
    value: { path: "out/sleepy.txt", user: "coconut" },
    known: true,
    secret: false,
    dependencies: [urn("disk:fs:File", "greeting")],
  });
  expect((await applied.inputs(greeting)).value).toEqual({
    path: "out/sleepy.txt",
    content: "Hello",
    owner: { user: "coconut", groups: ["staff"] },
  });
});

describe("a typed resource", () => {
  const args = { path: "a.txt", content: "A" };

  test("has its inputs, its outputs, urn and id as Outputs", async () => {
    const program = await testProgram(() => {
      const { path, size, id, urn } = new File("a", args);
      return { path, size, id, urn };
    });
    expect(await program.planned().outputs()).toMatchObject({ known: false });
    const applied = program.applied({ a: { id: "id-a", size: 1 } });
    expect((await applied.outputs()).value).toEqual({
      path: "a.txt",
      size: 1,
      id: "id-a",
      urn: urn("disk:fs:File", "a"),
    });
  });

  test("lets outputs win over inputs of the same name", async () => {
    const Server = defineProvider({ package: "cloud", version: "1.0.0" }).resource("Server", {
      inputs: { size: v.optional(v.string()) },
      outputs: { size: v.number() },
      create: async () => ({ id: "1", outputs: { size: 1 } }),
      read: async () => null,
      update: async () => ({ size: 1 }),
      delete: async () => {},
    });
    const program = await testProgram(() =>
      new Server("a", { size: "small" }).size.apply((size) => size + 1),
    );
    expect((await program.applied({ a: { size: 4 } }).outputs()).value).toBe(5);
  });

  test("has an Output for an input that was left out", async () => {
    const program = await testProgram(() => {
      const file = new File("a", args);
      return file.token.apply((token) => token ?? "none");
    });
    expect((await program.applied({ a: { token: null } }).outputs()).value).toBe("none");
  });

  test("needs no arguments where all are optional", async () => {
    const program = await testProgram(() => new Pet("pet").words);
    expect((await program.applied({ pet: { words: 2 } }).outputs()).value).toBe(2);
  });

  test("keeps its fields on the prototype, and nothing on itself but its registration", async () => {
    await testProgram(() => {
      const file = new File("a", args);
      expect(types.isProxy(file)).toBe(false);
      expect(Object.keys(file)).toEqual([]);
      expect(Reflect.ownKeys(file)).toEqual([Symbol.for("coconut.Resource")]);
      for (const field of ["path", "content", "mode", "token", "owner", "size", "sha256", "lastSeen"]) {
        expect(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(file), field)?.get).toBeTypeOf(
          "function",
        );
      }
      expect("then" in file).toBe(false);
      expect((file as { readonly other?: unknown }).other).toBeUndefined();
    });
  });

  test("is an instance of a class with the name of its type", async () => {
    await testProgram(() => {
      const file = new File("a", args);
      expect(file).toBeInstanceOf(File);
      expect(file).toBeInstanceOf(coconut.CustomResource);
      expect(file.constructor.name).toBe("File");
    });
  });

  test("knows where it was made", async () => {
    const program = await testProgram(() => {
      void new File("a", args);
      File.get("b", "b.txt");
    });
    const lines = program.registrations.map(({ position }) => position);
    expect(lines[0]).toMatchObject({ file: expect.stringMatching(/typed-resources\.test\.ts$/) });
    expect(lines[1]).toEqual({ ...lines[0], line: lines[0]!.line + 1, column: expect.any(Number) });
  });

  test("may be read instead of made", async () => {
    const program = await testProgram(() => File.get("old", coconut.output("old.txt")).size);
    const [old] = program.registrations;
    expect(old).toMatchObject({ kind: "external", type: "disk:fs:File", name: "old" });
    expect((await program.applied({ old: { size: 7 } }).outputs()).value).toBe(7);
  });

  test("takes options", async () => {
    const program = await testProgram(() => {
      const parent = new Pet("parent");
      void new File("child", args, { parent, protect: true });
    });
    expect(program.registrations[1]).toMatchObject({
      parent: { name: "parent" },
      options: { protect: true },
    });
  });

  test("may be extended, with fields of one's own", async () => {
    class Page extends File {
      readonly title: string;
      declare readonly size: coconut.Output<number>;
      constructor(name: string, title: string) {
        super(name, { path: `${name}.html`, content: title });
        this.title = title;
      }
      get url() {
        return coconut.interpolate`https://example.com/${this.path}`;
      }
    }
    const program = await testProgram(() => {
      const page = new Page("index", "Home");
      return { title: page.title, url: page.url, size: page.size };
    });
    expect((await program.applied({ index: { size: 4 } }).outputs()).value).toEqual({
      title: "Home",
      url: "https://example.com/index.html",
      size: 4,
    });
  });

  test("without a name needs the loader, and says so", async () => {
    const nameless = testProgram(() => void new File(args));
    await expect(nameless).rejects.toMatchObject({ diagnostics: [{ code: "sdk/no-name" }] });
  });
});

describe("a provider", () => {
  test("lists what it defines", () => {
    expect([...disk.resources.keys()]).toEqual(["disk:fs:File"]);
    expect([...disk.functions.keys()]).toEqual(["disk:fs:stat"]);
    expect(disk).toMatchObject({ package: "disk", version: "1.2.0" });
    expect(stat.token).toBe("disk:fs:stat");
  });

  test("is found from a class and from a resource, with its hooks", async () => {
    const defined = definitionOf(File)!;
    expect(defined).toBe(disk.resources.get("disk:fs:File"));
    expect(defined).toMatchObject({
      type: "disk:fs:File",
      provider: disk,
      replaceOn: ["path"],
      coexists: false,
    });
    await testProgram(() => {
      expect(definitionOf(new Pet("a").constructor)?.type).toBe("random:Pet");
    });
    expect(definitionOf(coconut.CustomResource)).toBeUndefined();
  });

  test("connects with its configuration, and its hooks work with the client", async () => {
    const client = await disk.connect({ root: "/data" }, configuring().identity);
    const { create, read } = definitionOf(File)!;
    const { signal } = new AbortController();
    const call = { client, config: { root: "/data" }, signal, assets: { signal }, log: console };
    const identified: string[] = [];
    const created = await create({
      ...call,
      inputs: { path: "a.txt", content: "abc" },
      isSecret: () => false,
      idempotencyKey: "key",
      identified: async (id) => void identified.push(id),
      running: async () => {},
    });
    expect(created).toMatchObject({ id: "a.txt", outputs: { size: 3 } });
    expect(identified).toEqual(["a.txt"]);
    const prior = { inputs: { path: "a.txt" }, outputs: created.outputs };
    expect(await read({ ...call, id: "a.txt", prior })).toMatchObject({ size: 3 });
  });

  test("describes its fields, secrets and versions", async () => {
    const schema = await schemaOf(definitionOf(File)!);
    expect(schema).toMatchObject({
      type: "disk:fs:File",
      version: 2,
      inputs: {
        path: { type: { kind: "string" }, optional: false, secret: false },
        mode: { type: { kind: "number" }, optional: true, secret: false },
        token: { type: { kind: "string" }, optional: true, secret: true },
      },
      outputs: { size: { type: { kind: "number" }, optional: false, secret: false } },
    });
  });

  test("may mix schema libraries", async () => {
    const Mixed = defineProvider({ package: "mixed", version: "1.0.0" }).resource("Mixed", {
      inputs: { zod: z.object({ name: z.string() }), valibot: v.object({ name: v.string() }) },
      outputs: {},
      create: async () => ({ id: "1", outputs: {} }),
      read: async () => null,
      update: async () => ({}),
      delete: async () => {},
    });
    const { inputs } = await schemaOf(definitionOf(Mixed)!);
    expect(inputs["zod"]).toEqual(inputs["valibot"]);
    const program = await testProgram(() => {
      const mixed = new Mixed("a", { zod: { name: coconut.output("z") }, valibot: { name: "v" } });
      return coconut.concat(mixed.zod.name, mixed.valibot.name);
    });
    expect((await program.applied().outputs()).value).toBe("zv");
  });
});
