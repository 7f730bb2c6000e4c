import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { placeOf } from "./place-of.js";
import { problemOf } from "./problems-in.js";
import { Bucket } from "./resources.js";

/** The types say otherwise; a program may be JavaScript. */
type Anything = any;

describe("what cannot be a value is refused with its path", () => {
  class Instance {
    readonly own = 1;
  }
  const cyclic: Record<string, unknown> = { a: {} };
  (cyclic["a"] as Record<string, unknown>)["back"] = [cyclic];
  const cyclicArray: unknown[] = [];
  cyclicArray.push([cyclicArray]);

  it.each<[string, unknown, path: string, words: string]>([
    ["a bigint", { a: 1n }, "a", "bigint"],
    ["a bigint in a list", { a: [0, { b: 1n }] }, "a[1].b", "bigint"],
    ["a function", { on: { create: () => 1 } }, "on.create", "function"],
    ["a class", { type: Instance }, "type", "function"],
    ["a symbol", { a: Symbol("s") }, "a", "symbol"],
    ["a symbol as a key", { a: { [Symbol("s")]: 1 } }, "a", "symbol"],
    ["a Date", { at: new Date(0) }, "at", "Date"],
    ["a Map", { tags: new Map([["a", 1]]) }, "tags", "Map"],
    ["a Set", { tags: new Set([1]) }, "tags", "Set"],
    ["a WeakMap", { a: new WeakMap() }, "a", "WeakMap"],
    ["a RegExp", { pattern: /x/ }, "pattern", "RegExp"],
    ["an Error", { cause: new Error("x") }, "cause", "Error"],
    ["bytes", { body: new Uint8Array(2) }, "body", "Uint8Array"],
    ["a Buffer", { body: Buffer.from("x") }, "body", "Buffer"],
    ["an ArrayBuffer", { body: new ArrayBuffer(2) }, "body", "ArrayBuffer"],
    ["a URL", { link: new URL("https://example.com") }, "link", "URL"],
    ["a class instance", { a: [new Instance()] }, "a[0]", "Instance"],
    ["an object with a prototype of its own", { a: Object.create({ inherited: 1 }) }, "a", ""],
    ["an iterator", { list: [1].values() }, "list", ""],
    ["a generator", { list: (function* () {})() }, "list", ""],
    ["a boxed text", { a: Object("x") }, "a", "String"],
    ["half of a surrogate pair", { name: "x\ud83d" }, "name", "surrogate"],
    ["half of a pair in a key", { a: { "\udc00": 1 } }, "a", "surrogate"],
    ["an object in itself", cyclic, "a.back[0]", "contains itself"],
    ["a list in itself", { list: cyclicArray }, "list[0][0]", "contains itself"],
    ["no well-formed asset", { file: new coconut.asset.TextAsset({ a: 1n } as never) }, "file.a", "bigint"],
    ["a key that needs quotes", { "a.b": { "": 1n } }, '["a.b"][""]', "bigint"],
    ["what 'in' cannot read", { "__proto__ ": [1n] }, '["__proto__ "][0]', "bigint"],
  ])("%s", async (_name, args, path, words) => {
    const problem = await problemOf(() => new Bucket("logs", args as object as never));
    const place = path.startsWith("[") ? `root${path}` : `root.${path}`;
    expect(problem).toMatchObject({ code: "sdk/not-a-value", path: place });
    expect(problem.detail).toContain(words);
    expect(problem.position).toEqual(
      placeOf(import.meta.url, "new Bucket", "async (_name, args, path, words)"),
    );
    const alone = await problemOf(() => coconut.output(args));
    expect(alone).toMatchObject({ code: "sdk/not-a-value", path: place });
    expect(alone.position).toEqual(
      placeOf(import.meta.url, "output(args)", "async (_name, args, path, words)"),
    );
  });

  it.each<[string, () => unknown, at: string]>([
    ["all", () => coconut.all([1n]), "all("],
    ["secret", () => coconut.secret(1n), "secret("],
    ["unsecret", () => coconut.unsecret(1n as never), "unsecret("],
    ["isSecret", () => coconut.isSecret(1n), "isSecret("],
    ["unwrap", () => coconut.unwrap(1n as never), "unwrap("],
    ["concat", () => coconut.concat("a", 1n as never), "concat("],
    ["jsonStringify", () => coconut.jsonStringify({ a: 1n }), "jsonStringify("],
    ["jsonParse", () => coconut.jsonParse(1n as never), "jsonParse("],
    ["apply", () => coconut.apply(1n as never, (value) => value), "apply("],
  ])("also by %s, at its place", async (name, make, at) => {
    const problem = await problemOf(make);
    expect(problem.code).toBe("sdk/not-a-value");
    expect(problem.position).toEqual(placeOf(import.meta.url, at, `["${name}", () =>`));
  });

  it("but data of another realm, without a prototype, shared or sparse is data", async () => {
    const shared = { a: 1 };
    const foreign = new Script('({ list: [1, { b: "x" }] })').runInNewContext() as object;
    const bare = Object.assign(Object.create(null) as object, { c: 1 });
    // oxlint-disable-next-line no-sparse-arrays -- programs have them
    const args = { foreign, bare, shared: [shared, shared], sparse: [1, , 2], nothing: undefined };
    let logs!: Bucket;
    const program = await testProgram(() => {
      logs = new Bucket("logs", args);
    });
    expect((await program.planned().inputs(logs)).value).toEqual({
      foreign: { list: [1, { b: "x" }] },
      bare: { c: 1 },
      shared: [{ a: 1 }, { a: 1 }],
      sparse: [1, undefined, 2],
    });
  });

  it("keeps keys like __proto__ as data", async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1,"toString":2,"then":3}';
    const program = await testProgram(() => coconut.jsonStringify(JSON.parse(text) as object));
    expect((await program.planned().outputs()).value).toBe(text);
    expect(({} as Anything).polluted).toBeUndefined();
  });

  it.each<[string, Anything]>([
    ["text", "oops"],
    ["a number", 5],
    ["a list", [1]],
    ["an Output", coconut.secret({})],
    ["a promise", Promise.resolve({})],
    ["an asset", new coconut.asset.TextAsset("x")],
  ])("nor can arguments be %s", async (_name, args) => {
    const problem = await problemOf(() => new Bucket("logs", args));
    expect(problem.code).toBe("sdk/wrong-arguments");
    expect(problem.position!.file).toBe(import.meta.filename);
  });
});
