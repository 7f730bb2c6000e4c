import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { printPosition, type Expression } from "../../src/model/index.js";
import { registrationOf } from "../../src/sdk/internal.js";
import { placeOf } from "./place-of.js";
import { problemOf, problemsIn } from "./problems-in.js";
import { registered } from "./registered.js";
import { AwsProvider, Bucket, Site } from "./resources.js";

/** The types say otherwise; a program may be JavaScript. */
type Anything = any;

const prefix = "urn:pulumi:test::project::";

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

describe("the type of a component that a program defines", () => {
  const made = (type: string) => {
    class Odd extends coconut.ComponentResource {
      constructor() {
        super(type, "x");
      }
    }
    return () => new Odd();
  };

  it.each(["shop:web:Site", "shop:Site", "größe:länge:Maß_2", "店:網:頁٣"])("can be %s", async (type) => {
    expect((await registered(made(type))).urn).toBe(`${prefix}${type}::x`);
  });

  it.each<[type: string, fault: string, proposed: string | undefined]>([
    [
      "my-shop:web:Site",
      'Column 3 of "my-shop:web:Site": "-" is not allowed in the package',
      "my_shop:web:Site",
    ],
    ["shop:web/site:Site", '"/" is not allowed in the module', "shop:web_site:Site"],
    ["shop:web:My Site", '" " is not allowed in the type name', "shop:web:My_Site"],
    ["shop:1web:Site", 'the module begins with "1"', "shop:m1web:Site"],
    ["_shop:Site", 'the package begins with "_"', "m_shop:Site"],
    ["Site", 'needs a ":" after its package', undefined],
    ["shop::Site", "the module is missing", undefined],
    ["a:b:c:d", "at most three parts", undefined],
    ["a:b:C$d:e:F", '"$" is not allowed', undefined],
    ["", "the package is missing", undefined],
  ])("cannot be %j", async (type, fault, proposed) => {
    const problem = await problemOf(made(type));
    expect(problem.code).toBe("sdk/malformed-type");
    expect(problem.detail).toContain(fault);
    expect(problem.position!.file).toBe(import.meta.filename);
    if (proposed === undefined) return expect(problem.hint).not.toContain("aliases");
    expect(problem.hint).toContain(`super(${JSON.stringify(proposed)}, name, args, options)`);
    expect(problem.hint).toContain(`aliases: [{ type: ${JSON.stringify(type)} }]`);
  });

  it("is the package's own where a package makes it, and so is that of a custom resource", async () => {
    class Chart extends coconut.RemoteComponent {}
    class Bucket extends coconut.CustomResource {
      constructor() {
        super("aws:s3/bucket:Bucket", "x");
      }
    }
    const remote = await testProgram(() => new Chart("kubernetes:helm.sh/v4:Chart", "x"), {
      constructorOf: async () => async () => ({}),
    });
    expect(remote.registrations[0]!.type).toBe("kubernetes:helm.sh/v4:Chart");
    expect((await registered(() => new Bucket())).type).toBe("aws:s3/bucket:Bucket");
  });

  it("is a type token where a class is registered for it", async () => {
    const register = (type: string) => () => coconut.registerResourceClass(type, "1.0.0", Bucket);
    for (const type of ["Bucket", "a:b:c:d", "a::b", ""])
      expect((await problemOf(register(type))).code).toBe("model/malformed-type-token");
    await testProgram(register("aws:s3/bucket:Bucket"));
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
