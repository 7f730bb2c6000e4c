import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import {
  printPosition,
  type Expression,
  type RegisteredOptions,
  type Registration,
} from "../../src/model/index.js";
import { recordProgram } from "../../src/program/index.js";
import { registrationOf } from "../../src/sdk/internal.js";
import { placeOf } from "./place-of.js";
import { problemsIn } from "./problems-in.js";
import { AwsProvider, Bucket, Site } from "./resources.js";

/** The types say otherwise; a program may be JavaScript. */
type Anything = any;

const prefix = "urn:pulumi:test::project::";

/** What a program with one resource registers for it. */
async function registered(make: () => object): Promise<Registration> {
  let made!: object;
  await testProgram(() => {
    made = make();
  });
  return registrationOf(made);
}

async function problemOf(make: () => unknown) {
  const problems = await problemsIn(() => testProgram(make));
  expect(problems).toHaveLength(1);
  return problems[0]!;
}

describe("the position of a registration is that of the new", () => {
  class NoConstructor extends Bucket {}
  class WithConstructor extends Bucket {
    constructor(name: string) {
      super(name, { region: "eu" });
    }
  }
  class Deep extends NoConstructor {}
  const factory = (name: string) => new Bucket(name);
  const build = (target: new (name: string) => coconut.Resource) => Reflect.construct(target, ["made"]);

  const cases: Record<string, [at: string, make: () => coconut.Resource]> = {
    "a plain new": ["new Bucket", () => new Bucket("a")],
    "a subclass": ["new WithConstructor", () => new WithConstructor("a")],
    "a class without a constructor": ["new NoConstructor", () => new NoConstructor("a")],
    "one below that": ["new Deep", () => new Deep("a")],
    "a class in place": ["new (class", () => new (class extends Bucket {})("a")],
    "a component": ["new Site", () => new Site("a")],
    "an argument on another line": [
      "new Bucket",
      () =>
        new Bucket("a", {
          region: "eu",
        }),
    ],
    "inside an array's map": ["new Bucket(name)", () => ["a"].map((name) => new Bucket(name))[0]!],
    "a .get": ["get(", () => Bucket.get("a", "id")],
    "a .get of a subclass": ["get(", () => NoConstructor.get("a", "id")],
  };

  it.each(Object.entries(cases))("%s", async (name, [at, make]) => {
    expect((await registered(make)).position).toEqual(placeOf(import.meta.url, at, name, "() =>"));
  });

  it("in a factory, and where a class is constructed by reflection", async () => {
    expect((await registered(() => factory("a"))).position).toEqual(
      placeOf(import.meta.url, "new Bucket(name)", "const factory ="),
    );
    expect((await registered(() => build(Deep))).position).toMatchObject({
      file: import.meta.filename,
      line: placeOf(import.meta.url, "Reflect.construct", "const build =").line,
    });
  });

  it("of a child, in the constructor of its component", async () => {
    const { resource } = await registered(() => new Site("a"));
    const child = registrationOf((resource as Site).files);
    const resources = new URL("./resources.ts", import.meta.url).href;
    expect(child.position).toEqual(placeOf(resources, "new Bucket(", "this.files ="));
  });

  it("the same for each of many, also when the class was seen before", async () => {
    const program = await testProgram(() => {
      for (const name of ["a", "b"]) new NoConstructor(name).urn.apply(() => 1);
      new NoConstructor("c").urn.apply(() => 1);
    });
    const lines = program.registrations.map(({ position }) => position!.line);
    expect(lines[0]).toBe(lines[1]);
    expect(lines[2]).toBe(lines[0]! + 1);
  });

  it("in a file whose name needs escapes", async () => {
    const folder = "/tmp/a folder (with #) 100%/";
    const make = new Script("(make) => make()", { filename: `${folder}main.js` }).runInThisContext() as <T>(
      make: () => T,
    ) => T;
    const source = `(Bucket) => new Bucket("a")`;
    const construct = new Script(source, { filename: `${folder}main.js` }).runInThisContext();
    const { position } = await registered(() => make(() => construct(Bucket)));
    expect(position).toEqual({ file: `${folder}main.js`, line: 1, column: 13 });
    const href = new URL(`file://${encodeURI(folder).replace("#", "%23")}main.js?run=2`).href;
    const module = new Script(source, { filename: href }).runInThisContext();
    expect((await registered(() => module(Bucket))).position!.file).toBe(`${folder}main.js`);
  });
});

describe("a registration", () => {
  it("keeps what was asked for, in program order", async () => {
    const program = await testProgram(() => {
      const site = new Site("front");
      const provider = new AwsProvider("eu", { region: "eu-west-1" });
      return [new Bucket("logs", {}, { provider, parent: site }), Bucket.get("old", "b-1")];
    });
    expect(
      program.registrations.map(({ kind, type, name, urn, sequence }) => ({
        kind,
        type,
        name,
        urn,
        sequence,
      })),
    ).toEqual([
      {
        kind: "component",
        type: "shop:web:Site",
        name: "front",
        urn: `${prefix}shop:web:Site::front`,
        sequence: [1],
      },
      {
        kind: "custom",
        type: "aws:s3:Bucket",
        name: "front-files",
        urn: `${prefix}shop:web:Site$aws:s3:Bucket::front-files`,
        sequence: [2],
      },
      {
        kind: "provider",
        type: "pulumi:providers:aws",
        name: "eu",
        urn: `${prefix}pulumi:providers:aws::eu`,
        sequence: [3],
      },
      {
        kind: "custom",
        type: "aws:s3:Bucket",
        name: "logs",
        urn: `${prefix}shop:web:Site$aws:s3:Bucket::logs`,
        sequence: [4],
      },
      {
        kind: "external",
        type: "aws:s3:Bucket",
        name: "old",
        urn: `${prefix}aws:s3:Bucket::old`,
        sequence: [5],
      },
    ]);
  });

  it("has the types of all its ancestors in its URN", async () => {
    class Group extends coconut.ComponentResource {
      constructor(name: string, options?: coconut.ResourceOptions) {
        super("shop:web:Group", name, {}, options);
      }
    }
    const { urn, parent } = await registered(() => {
      const outer = new Group("outer");
      const inner = new Site("inner", {}, { parent: new Group("middle", { parent: outer }) });
      return inner.files;
    });
    expect(urn).toBe(`${prefix}shop:web:Group$shop:web:Group$shop:web:Site$aws:s3:Bucket::inner-files`);
    expect(parent!.parent!.parent!.name).toBe("outer");
  });

  it("names stack, namespace and project", async () => {
    const program = await testProgram(() => new Bucket("logs"), {
      stack: "staging",
      namespace: "acmecorp",
      project: "shop",
    });
    expect(program.registrations[0]!.urn).toBe("urn:pulumi:staging:acmecorp::shop::aws:s3:Bucket::logs");
  });

  it("turns a resource in its inputs into a reference, and depends on it", async () => {
    let site!: Site;
    let logs!: Bucket;
    const program = await testProgram(() => {
      site = new Site("front");
      logs = new Bucket("logs", { of: site, list: [site.files] });
    });
    const inputs = await program.applied().inputs(logs);
    const { of, list } = inputs.value as { of: Site; list: Bucket[] };
    expect([of === site, list[0] === site.files]).toEqual([true, true]);
    expect(inputs.dependencies).toEqual(program.registrations.slice(0, 2).map(({ urn }) => urn));
    const { inputs: expression } = registrationOf(logs);
    expect(expression).toMatchObject({ kind: "object", keys: ["of", "list"] });
    const [first] = (expression as Expression & { kind: "object" }).values;
    expect(first!.kind === "reference" && first.resource === registrationOf(site)).toBe(true);
  });

  it("of a .get has an id to read and no inputs", async () => {
    const { program, old } = await (async () => {
      let old!: Bucket;
      const program = await testProgram(() => {
        const logs = new Bucket("logs");
        old = Bucket.get("old", logs.id, { protect: true });
      });
      return { program, old };
    })();
    const { kind, externalId, inputs, options } = registrationOf(old);
    expect({ kind, inputs, options }).toEqual({
      kind: "external",
      inputs: { kind: "constant", value: {} },
      options: { protect: true },
    });
    expect(externalId).toMatchObject({ kind: "property", name: "id" });
    expect((await program.applied({ old: { arn: "arn:old" } }).value(old.arn)).value).toBe("arn:old");
  });

  it("of a component has the outputs that it registers, once", async () => {
    const site = await registered(() => new Site("front"));
    expect(site.outputs).toMatchObject({ kind: "object", keys: ["arn"] });
    class Twice extends Site {
      constructor(name: string) {
        super(name);
        this.registerOutputs({});
      }
    }
    expect((await problemOf(() => new Twice("x"))).code).toBe("sdk/outputs-registered-twice");
  });
});

describe("options", () => {
  /** Each option with what is kept of it; `related` is a bucket of the same program. */
  const taken: {
    [Key in keyof RegisteredOptions]-?: [
      given: (related: Bucket, provider: AwsProvider) => unknown,
      kept: (related: Registration, provider: Registration) => unknown,
    ];
  } = {
    dependsOn: [
      (related) => [related, coconut.output(related), Promise.resolve(related)],
      (related) => ({
        kind: "array",
        items: [
          { kind: "reference", resource: related },
          { kind: "reference", resource: related },
          { kind: "promise", promise: expect.any(Promise) as unknown },
        ],
      }),
    ],
    provider: [(_, provider) => provider, (_, provider) => provider],
    providers: [(_, provider) => ({ aws: provider }), (_, provider) => [provider]],
    protect: [() => false, () => false],
    retainOnDelete: [() => true, () => true],
    deleteBeforeReplace: [() => false, () => false],
    ignoreChanges: [() => ["tags.owner", "list[*]"], () => ["tags.owner", "list[*]"]],
    replaceOnChanges: [() => ["[*]"], () => ["[*]"]],
    replaceTrigger: [
      (related) => ({ on: related.arn }),
      () => expect.objectContaining({ kind: "object" }) as unknown,
    ],
    replaceWith: [(related) => [related], (related) => [related]],
    deletedWith: [(related) => related, (related) => related],
    aliases: [
      (related) => [
        `${prefix}aws:s3:Bucket::former`,
        { name: "older", parent: null },
        { parent: related },
        {},
      ],
      (related) => [
        `${prefix}aws:s3:Bucket::former`,
        { name: "older", parent: null },
        { parent: related },
        {},
      ],
    ],
    import: [() => "b-1", () => "b-1"],
    additionalSecretOutputs: [() => ["arn"], () => ["arn"]],
    version: [() => "1.2.3", () => "1.2.3"],
    id: [() => "short", () => "short"],
    globalId: [() => "unique", () => "unique"],
    customTimeouts: [
      () => ({ create: 90, update: "1h30m", delete: "1.5s" }),
      () => ({ create: 90_000, update: 5_400_000, delete: 1_500 }),
    ],
    hooks: [() => ({ afterCreate: [hook] }), () => ({ afterCreate: [hook] })],
    transforms: [() => [transform], () => [transform]],
    hideDiffs: [() => ["secret"], () => ["secret"]],
  };
  const hook = () => {};
  const transform = () => undefined;

  it.each(Object.entries(taken))("%s is taken", async (option, [given, kept]) => {
    let related!: Bucket;
    let provider!: AwsProvider;
    const { options, parent } = await registered(() => {
      related = new Bucket("related");
      provider = new AwsProvider("eu");
      return new Bucket(
        "logs",
        {},
        {
          [option]: given(related, provider),
          parent: related,
          version: undefined as never,
          ...(option === "version" && { version: "1.2.3" }),
        },
      );
    });
    expect(options).toEqual({ [option]: kept(registrationOf(related), registrationOf(provider)) });
    expect(parent).toBe(registrationOf(related));
  });

  it("are copied", async () => {
    const ignoreChanges = ["a"];
    const { options } = await registered(() => {
      const made = new Bucket("logs", {}, { ignoreChanges });
      ignoreChanges.push("b");
      return made;
    });
    expect(options.ignoreChanges).toEqual(["a"]);
  });

  it.each<[string, Anything, code: string, words: string]>([
    ["a misspelt option", { protcet: true }, "sdk/unknown-option", '"protcet"'],
    ["an inherited name", { constructor: true }, "sdk/unknown-option", '"constructor"'],
    ["a text for a boolean", { protect: "yes" }, "sdk/wrong-option", 'a boolean, and was given text ("yes")'],
    ["null for a boolean", { protect: null }, "sdk/wrong-option", "was given null"],
    ["an Output for a boolean", { protect: coconut.output(true) }, "sdk/wrong-option", "was given an Output"],
    ["a number for text", { import: 5 }, "sdk/wrong-option", "a string, and was given a number"],
    ["an Output for an id", { import: coconut.output("x") }, "sdk/wrong-option", "was given an Output"],
    ["a text for a list", { ignoreChanges: "tags" }, "sdk/wrong-option", "an array"],
    ["a list of something else", { hideDiffs: [1] }, "sdk/wrong-option", "an array of text"],
    ["a path that is none", { ignoreChanges: ["tags["] }, "model/malformed-path", "tags["],
    ["a name for a resource", { parent: "site" }, "sdk/not-a-resource", '"parent" takes a resource'],
    ["null for a parent", { parent: null }, "sdk/not-a-resource", "given null"],
    ["a name to depend on", { dependsOn: ["logs"] }, "sdk/not-a-resource", '"dependsOn"'],
    ["null to depend on", { dependsOn: [null] }, "sdk/not-a-resource", '"dependsOn"'],
    ["an Output for a provider", { provider: coconut.output(1) }, "sdk/not-a-resource", "given an Output"],
    ["no providers", { providers: null }, "sdk/wrong-option", "an object"],
    ["a text among replaceWith", { replaceWith: ["x"] }, "sdk/not-a-resource", '"replaceWith"'],
    ["an alias that is a number", { aliases: [5] }, "sdk/wrong-option", "an object"],
    ["an alias with a misspelt part", { aliases: [{ nmae: "x" }] }, "sdk/unknown-option", '"nmae"'],
    ["an alias whose name is no text", { aliases: [{ name: 5 }] }, "sdk/wrong-option", "aliases.name"],
    [
      "a timeout that is none",
      { customTimeouts: { create: "soon" } },
      "sdk/wrong-option",
      "customTimeouts.create",
    ],
    ["a timeout below zero", { customTimeouts: { create: -1 } }, "sdk/wrong-option", "customTimeouts.create"],
    [
      "a timeout of nothing",
      { customTimeouts: { create: "0s" } },
      "sdk/wrong-option",
      "customTimeouts.create",
    ],
    ["a timeout of another step", { customTimeouts: { read: 5 } }, "sdk/unknown-option", '"read"'],
    ["timeouts that are text", { customTimeouts: "5m" }, "sdk/wrong-option", "an object"],
    ["a hook that is no function", { hooks: { afterCreate: ["x"] } }, "sdk/wrong-option", "functions"],
    ["a hook of another event", { hooks: { onCreate: [] } }, "sdk/unknown-option", '"onCreate"'],
    ["a transform that is none", { transforms: [{}] }, "sdk/wrong-option", "functions"],
    ["text for the options", "protect", "sdk/wrong-arguments", "options"],
    ["an Output for the options", coconut.output({}), "sdk/wrong-arguments", "options"],
  ])("are refused where they are wrong: %s", async (_name, options, code, words) => {
    const problem = await problemOf(() => new Bucket("logs", {}, options));
    expect(problem.code).toBe(code);
    expect(`${problem.detail} ${problem.path ?? ""}`).toContain(words);
    expect(problem.hint).not.toBe("");
    expect(problem.position).toEqual(
      placeOf(import.meta.url, "new Bucket", "async (_name, options, code, words)"),
    );
  });

  it("are refused where a resource is of the wrong kind", async () => {
    const asProvider = await problemOf(() => new Bucket("a", {}, { provider: new Bucket("b") }));
    expect(asProvider).toMatchObject({ code: "sdk/wrong-option" });
    expect(asProvider.detail).toContain('a provider resource, and was given the resource aws:s3:Bucket "b"');
    const asOptions = await problemOf(() => new Bucket("a", {}, new Site("b") as Anything));
    expect(asOptions.code).toBe("sdk/wrong-arguments");
  });

  it("that mean nothing for the resource are a warning with a position", async () => {
    const { recorder } = await recordProgram(
      () => [
        new Site("front", {}, { ignoreChanges: ["a"], protect: true, import: "x" }),
        Bucket.get("old", "b-1", { retainOnDelete: true }),
        new Bucket("fine", {}, { ignoreChanges: ["a"], import: "x" }),
      ],
      { project: "project", stack: "test" },
    );
    expect(
      recorder.warnings.map(({ code, severity, detail }) => [code, severity, detail.split('"')[1]]),
    ).toEqual([
      ["sdk/inapplicable-option", "warning", "ignoreChanges"],
      ["sdk/inapplicable-option", "warning", "import"],
      ["sdk/inapplicable-option", "warning", "retainOnDelete"],
    ]);
    expect(recorder.warnings[0]!.position).toEqual(placeOf(import.meta.url, "new Site", "recordProgram(\n"));
    expect(recorder.registrations).toHaveLength(4);
  });
});

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

describe("names", () => {
  it.each<[string, name: Anything, code: string]>([
    ["nothing", "", "model/invalid-urn-part"],
    ["a separator", "a::b", "model/invalid-urn-part"],
    ["a line break", "a\nb", "model/invalid-urn-part"],
    ["a control character", "a\u0000", "model/invalid-urn-part"],
    ["half of a surrogate pair", "a\ud800", "model/invalid-urn-part"],
    ["missing", undefined, "sdk/no-name"],
    ["arguments", { region: "eu" }, "sdk/no-name"],
    ["an Output", coconut.output("a"), "sdk/no-name"],
  ])("cannot be %s", async (_name, name, code) => {
    const problem = await problemOf(() => new Bucket(name));
    expect(problem.code).toBe(code);
    expect(problem.position).toEqual(placeOf(import.meta.url, "new Bucket", "async (_name, name, code)"));
  });

  it.each(["a:b", "ü", "a b", "a/b", "a$b", "日本", ":"])("can be %j", async (name) => {
    expect((await registered(() => new Bucket(name))).urn).toBe(`${prefix}aws:s3:Bucket::${name}`);
  });

  it("of one type are there once, and both places are told", async () => {
    const problem = await problemOf(() => [new Bucket("same", { n: 1 }), new Bucket("same", { n: 2 })]);
    expect(problem).toMatchObject({ code: "sdk/duplicate-urn", resource: `${prefix}aws:s3:Bucket::same` });
    expect(problem.position).toEqual(placeOf(import.meta.url, 'new Bucket("same", { n: 2'));
    expect(problem.related!.map(({ position }) => position)).toEqual([
      placeOf(import.meta.url, 'new Bucket("same", { n: 1'),
    ]);
  });

  it("of different parents or types may be equal", async () => {
    const program = await testProgram(() => [
      new Site("same"),
      new Bucket("same"),
      new Bucket("same", {}, { parent: new Site("other") }),
    ]);
    expect(new Set(program.registrations.map(({ urn }) => urn)).size).toBe(6);
  });

  it.each(["Bucket", "a:b:c:d", "a::b", ""])("of types cannot be %j", async (type) => {
    class Odd extends coconut.CustomResource {
      constructor() {
        super(type, "x");
      }
    }
    const problem = await problemOf(() => new Odd());
    expect(problem.code).toMatch(/^model\/(invalid-urn-part|malformed-type-token)$/);
    expect(problem.position!.file).toBe(import.meta.filename);
  });
});

describe("outside a program", () => {
  it.each<[string, () => unknown, at: string]>([
    ["a resource", () => new Bucket("logs"), "new Bucket"],
    ["a component", () => new Site("front"), "new Site"],
    ["a .get", () => Bucket.get("old", "id"), "get("],
    ["configuration", () => new coconut.Config(), "new coconut.Config"],
    ["the stack's name", () => coconut.getStack(), "getStack"],
    ["the project's name", () => coconut.getProject(), "getProject"],
    ["the namespace", () => coconut.getNamespace(), "getNamespace"],
  ])("%s is refused", async (name, make, at) => {
    const [problem] = await problemsIn(make);
    expect(problem).toMatchObject({ code: "sdk/no-program" });
    expect(printPosition(problem!.position!)).toBe(
      printPosition(placeOf(import.meta.url, at, `["${name}", () =>`)),
    );
  });

  it("Outputs are only data", async () => {
    const sum = coconut.all([1, coconut.output(2)]).apply(([a, b]) => a + b);
    const program = await testProgram(() => ({ sum }));
    expect((await program.planned().outputs()).value).toEqual({ sum: 3 });
  });

  it("a program has its stack's names", async () => {
    const program = await testProgram(
      () => [coconut.getStack(), coconut.getProject(), coconut.getNamespace()],
      {
        stack: "dev",
        project: "shop",
        namespace: "acme",
      },
    );
    expect((await program.planned().outputs()).value).toEqual(["dev", "shop", "acme"]);
  });
});
