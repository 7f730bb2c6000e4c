import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { expect, expectTypeOf } from "vitest";
import { applied, planned } from "./evaluate.js";
import { spec } from "./ledger.js";

class MyUserResource extends coconut.CustomResource {
  readonly f1!: coconut.Output<string>;
  readonly f2!: coconut.Output<number>;

  constructor(name: string) {
    super("my:user:Resource", name);
  }
}

spec("1.1", () => {
  expect(Object.getPrototypeOf(MyUserResource)).toBe(coconut.CustomResource);
  expect(Object.getPrototypeOf(coconut.CustomResource)).toBe(coconut.Resource);
  expectTypeOf<MyUserResource>().toExtend<coconut.CustomResource>();
  expectTypeOf<coconut.CustomResource>().toExtend<coconut.Resource>();
});

spec("1.2", async () => {
  const classes = Array.from({ length: 3_000 }, (_, number) => {
    return class extends coconut.CustomResource {
      readonly arn!: coconut.Output<string>;
      constructor(name: string) {
        super(`cloud:index:Type${number}`, name);
      }
    };
  });
  const program = await testProgram(() => classes.map((Class) => new Class("one").arn));
  expect(program.registrations.map(({ type }) => type)).toEqual(
    classes.map((_, number) => `cloud:index:Type${number}`),
  );
  const { value, dependencies } = await program.applied({ one: { arn: "arn:one" } }).outputs();
  expect(value).toEqual(classes.map(() => "arn:one"));
  expect(dependencies.length).toBe(classes.length);
});

spec("1.3", async () => {
  class Generated extends coconut.CustomResource {
    declare readonly arn: coconut.Output<string>;
  }
  expect(Reflect.ownKeys(Generated.prototype)).toEqual(["constructor"]);
  expect(Generated.toString()).not.toContain("arn");
  const { value } = await applied(() => new Generated("cloud:index:Thing", "one").arn, { one: { arn: "a" } });
  expect(value).toBe("a");
});

spec("1.4", async () => {
  class Other extends coconut.CustomResource {
    readonly f3!: coconut.Output<string>;
  }
  await testProgram(() => {
    const [mine, other] = [new MyUserResource("a"), new Other("my:user:Other", "a")];
    expect(Object.keys(mine)).toEqual(["f1", "f2"]);
    expect(Object.keys(other)).toEqual(["f3"]);
    expect([...Object.values(mine), ...Object.values(other)].every(coconut.isOutput)).toBe(true);
  });
});

spec("1.5", async () => {
  const { value } = await applied(() => {
    const { urn } = new MyUserResource("a");
    expect(coconut.isOutput(urn)).toBe(true);
    return urn;
  });
  expect(value).toBe("urn:pulumi:test::project::my:user:Resource::a");
  expectTypeOf<coconut.Resource["urn"]>().toEqualTypeOf<coconut.Output<string>>();
});

spec("1.6", async () => {
  class Group extends coconut.ComponentResource {}
  const { value } = await applied(
    () => {
      expect("id" in new Group("my:user:Group", "g")).toBe(false);
      return new MyUserResource("a").id;
    },
    { a: { id: "i-1" } },
  );
  expect(value).toBe("i-1");
  expectTypeOf<coconut.CustomResource["id"]>().toEqualTypeOf<coconut.Output<string>>();
});

spec("1.7", async () => {
  const { value } = await applied(
    () => {
      const { f1, f2 } = new MyUserResource("a");
      expect([f1, f2].every(coconut.isOutput)).toBe(true);
      return [f1, f2];
    },
    { a: { f1: "one", f2: 2 } },
  );
  expect(value).toEqual(["one", 2]);
});

spec("1.8", async () => {
  const { value } = await applied(
    async () => {
      const { f1 } = new MyUserResource("a");
      expect(f1).not.toBeInstanceOf(Promise);
      expect(await f1).toBe(f1);
      expectTypeOf<Awaited<typeof f1>>().not.toExtend<string>();
      return f1;
    },
    { a: { f1: "later" } },
  );
  expect(value).toBe("later");
});

spec("1.9", async () => {
  class Watched extends coconut.CustomResource {
    readonly f1!: coconut.Output<string>;
    readonly afterSuper: readonly unknown[];
    constructor(name: string) {
      super("my:user:Watched", name);
      this.afterSuper = [this.urn, this.id, this.f1];
    }
  }
  const { known } = await planned(() => {
    const { afterSuper, urn, id, f1 } = new Watched("a");
    expect([...afterSuper, urn, id, f1].every(coconut.isOutput)).toBe(true);
    return [id, f1];
  });
  expect(known).toBe(false);
});

spec("1.10", async () => {
  let fields: readonly coconut.Output<string>[] = [];
  const program = await testProgram(() => {
    const { urn, id, f1 } = new MyUserResource("a");
    fields = [urn, id, f1];
  });
  const succeeded = program.applied({ a: { id: "i-1", f1: "one" } });
  const failed = program.applied({ a: new Error("the quota is used up") });
  for (const field of fields) {
    expect(await succeeded.value(field)).toMatchObject({ known: true, value: expect.any(String) });
    await expect(failed.value(field)).rejects.toThrow("the quota is used up");
  }
});

spec("1.11", async () => {
  const program = await testProgram(() => {
    const { urn, id, f1 } = new MyUserResource("a");
    for (const field of [urn, id, f1]) expect(() => JSON.stringify(field)).toThrow("sdk/output-as-json");
    return { urn, id, f1 };
  });
  expect((await program.planned().outputs()).known).toBe(false);
  const { value } = await program.applied({ a: { id: "i-1", f1: "one" } }).outputs();
  expect(value).toEqual({ urn: program.registrations[0]?.urn, id: "i-1", f1: "one" });
});

spec("1.12", async () => {
  class Seen extends coconut.CustomResource {
    readonly f1!: coconut.Output<string>;
    readonly f2!: coconut.Output<string>;
    readonly fields: readonly unknown[] = [this.urn, this.id, this.f1, this.f2];
  }
  const { value } = await applied(
    () => {
      const { fields } = new Seen("my:user:Seen", "a");
      expect(fields.every(coconut.isOutput)).toBe(true);
      return fields.slice(1);
    },
    { a: { id: "i-1", f1: "one", f2: "two" } },
  );
  expect(value).toEqual(["i-1", "one", "two"]);
});

spec("1.13", async () => {
  const program = await testProgram(() => {
    const made = new MyUserResource("made");
    const found = MyUserResource.get("found", "i-9");
    return [made.f1, found.f1];
  });
  expect(program.registrations).toMatchObject([
    { name: "made", kind: "custom" },
    { name: "found", kind: "external", externalId: { kind: "constant", value: "i-9" } },
  ]);
  const { value } = await program.applied({ made: { f1: "registered" }, found: { f1: "read" } }).outputs();
  expect(value).toEqual(["registered", "read"]);
});

class Own extends coconut.CustomResource {
  readonly arn!: coconut.Output<string>;
  readonly sizes = [1, 2, 3];
  readonly upper = this.arn.apply((arn) => arn.toUpperCase());
  #reads = 0;
  label: string;

  constructor(name: string) {
    super("my:user:Own", name);
    this.label = `the ${name}`;
  }

  read(): number {
    return ++this.#reads;
  }
}

spec("1.14", async () => {
  await testProgram(() => {
    const own = new Own("a");
    expect(own.label).toBe("the a");
    expect(own.sizes).toEqual([1, 2, 3]);
    expect([own.read(), own.read()]).toEqual([1, 2]);
  });
});

spec("1.15", async () => {
  let own: Own | undefined;
  const program = await testProgram(() => {
    own = new Own("a");
  });
  expect(program.registrations[0]?.resource).toBe(own);
  expect(program.registrations[0]?.resource).toMatchObject({ sizes: [1, 2, 3], label: "the a" });
  const { value } = await program.applied({ a: { arn: "arn:a" } }).value([own?.arn, own?.upper]);
  expect(value).toEqual(["arn:a", "ARN:A"]);
});

spec("1.16", async () => {
  class Defined extends coconut.CustomResource {
    readonly arn!: coconut.Output<string>;
  }
  class Declared extends coconut.CustomResource {
    declare readonly arn: coconut.Output<string>;
  }
  class Assigned extends coconut.CustomResource {
    readonly arn: coconut.Output<string>;
    constructor(type: string, name: string) {
      super(type, name);
      this.arn = this.urn;
    }
  }
  const outputs = [Defined, Declared, Assigned].map((Class) => () => new Class("my:user:Hand", "a").arn);
  const values = await Promise.all(outputs.map((program) => applied(program, { a: { arn: "arn:a" } })));
  expect(values.map(({ value }) => value)).toEqual([
    "arn:a",
    "arn:a",
    "urn:pulumi:test::project::my:user:Hand::a",
  ]);
});
