import * as coconut from "@coconut/coconut";
import { decodeValue, encodeValue, referenceTo, unknown } from "@coconut/coconut/model";
import { FakeCloud, fakeProvider, testProgram } from "@coconut/coconut/testing";
import { expect, expectTypeOf } from "vitest";
import { Bucket, bucketUrn } from "./bucket.js";
import { applied, planned } from "./evaluate.js";
import { spec } from "./ledger.js";
import { openStack } from "./open-stack.js";

const answers = { logs: { arn: "arn:logs" }, data: { arn: "arn:data" } };

spec("4.136", async () => {
  await testProgram(() => {
    const { arn } = new Bucket("logs");
    expect(() => `https://${arn as unknown as string}/`).toThrow("sdk/output-as-text");
    expect(() => (arn as unknown as string) + "/").toThrow("sdk/output-as-text");
    expect(() => (arn as unknown as number) < 1).toThrow("sdk/output-as-text");
    expect(() => ({})[arn as unknown as string]).toThrow("sdk/output-as-text");
    expect(() => JSON.stringify({ arn })).toThrow("sdk/output-as-json");
    expect(() => [...(arn as unknown as string[])]).toThrow("sdk/output-iterated");
  });
});

spec("4.137", async () => {
  const given: string[] = [];
  const program = await testProgram(() => {
    const upper = coconut.apply(new Bucket("logs").arn, (arn) => {
      given.push(arn);
      return arn.toUpperCase();
    });
    expectTypeOf(upper).toEqualTypeOf<coconut.Output<string>>();
    return upper;
  });
  expect(given).toEqual([]);
  expect((await program.applied(answers).outputs()).value).toBe("ARN:LOGS");
  expect(given).toEqual(["arn:logs"]);
});

spec("4.138", async () => {
  const { value, dependencies } = await applied(() => {
    const [logs, data] = [new Bucket("logs"), new Bucket("data")];
    return logs.arn.apply(() => data.arn);
  }, answers);
  expect(value).toBe("arn:data");
  expect(dependencies).toEqual(["logs", "data"].map(bucketUrn));
});

spec("4.139", async () => {
  let ran = false;
  const { known } = await planned(() => {
    return new Bucket("logs").arn.apply(() => {
      ran = true;
      return "known whatever the arn is";
    });
  });
  expect([known, ran]).toEqual([false, false]);
});

spec("4.140", async () => {
  const length = (input: coconut.Output<string>) => input.apply((text) => text.length);
  expect(await planned(() => length(coconut.secret("abc")))).toMatchObject({ value: 3, secret: true });
  expect(await planned(() => length(coconut.output("abc")))).toMatchObject({ value: 3, secret: false });
});

spec("4.141", async () => {
  const { value } = await applied(() => {
    const both = coconut.all([new Bucket("logs").arn, coconut.output(80), coconut.output({ on: true })]);
    expectTypeOf(both).toEqualTypeOf<coconut.Output<[string, number, { on: boolean }]>>();
    return both.apply(([arn, port, { on }]) => `${arn} ${port + 1} ${on}`);
  }, answers);
  expect(value).toBe("arn:logs 81 true");
});

spec("4.142", async () => {
  const both = () => coconut.all([new Bucket("logs").arn, 1, new Bucket("data").arn]);
  expect((await applied(both, answers)).dependencies).toEqual(["logs", "data"].map(bucketUrn));
});

spec("4.143", async () => {
  const program = await testProgram(() => coconut.all([coconut.output("known"), new Bucket("logs").arn])[0]);
  expect((await program.planned().outputs()).known).toBe(false);
  expect((await program.applied(answers).outputs()).value).toBe("known");
});

spec("4.144", async () => {
  const first = (second: unknown) => () => coconut.all(["plain", second])[0];
  expect(await planned(first(coconut.secret("hidden")))).toMatchObject({ value: "plain", secret: true });
  expect(await planned(first(coconut.output("shown")))).toMatchObject({ value: "plain", secret: false });
});

/** `apply` unwraps by itself, so the type of its result does not show that there were two layers. */
function nested<T>(outer: coconut.Output<unknown>, inner: coconut.Output<T>) {
  return outer.apply(() => inner) as unknown as coconut.Output<coconut.Output<T>>;
}

spec("4.145", async () => {
  const { value } = await planned(() => {
    const unwrapped = coconut.unwrap(nested(coconut.output(1), coconut.output("inside")));
    expectTypeOf(unwrapped).toEqualTypeOf<coconut.Output<string>>();
    return unwrapped;
  });
  expect(value).toBe("inside");
});

spec("4.146", async () => {
  const everything = () =>
    coconut.unwrap(nested(coconut.secret(new Bucket("logs").arn), coconut.output(new Bucket("data").arn)));
  expect(await applied(everything, answers)).toEqual({
    value: "arn:data",
    known: true,
    secret: true,
    dependencies: ["logs", "data"].map(bucketUrn),
  });
});

spec("4.147", async () => {
  const unwrapped = () => coconut.unwrap(nested(new Bucket("logs").arn, new Bucket("data").arn));
  expect((await applied(unwrapped, answers)).dependencies).toEqual(["logs", "data"].map(bucketUrn));
});

spec("4.148", async () => {
  const known = coconut.output("known");
  const knownOf = async (program: () => unknown) => (await planned(program)).known;
  expect(await knownOf(() => coconut.unwrap(nested(new Bucket("logs").arn, known)))).toBe(false);
  expect(await knownOf(() => coconut.unwrap(nested(known, new Bucket("logs").arn)))).toBe(false);
  expect(await knownOf(() => coconut.unwrap(nested(known, known)))).toBe(true);
});

spec("4.149", async () => {
  const [plain, hidden] = [coconut.output("plain"), coconut.secret("hidden")];
  const secretOf = async (program: () => unknown) => (await planned(program)).secret;
  expect(await secretOf(() => coconut.unwrap(nested(hidden, plain)))).toBe(true);
  expect(await secretOf(() => coconut.unwrap(nested(plain, hidden)))).toBe(true);
  expect(await secretOf(() => coconut.unwrap(nested(plain, plain)))).toBe(false);
});

spec("4.150", async () => {
  const program = await testProgram(() => new Bucket("copy", { source: new Bucket("logs") }));
  const [logs, copy] = program.registrations;
  expect(copy!.inputs).toMatchObject({ kind: "object", keys: ["source"], values: [{ kind: "reference" }] });
  const { value, dependencies } = await program.planned().inputs(copy!.resource);
  expect((value as { source: unknown }).source).toBe(logs!.resource);
  expect(dependencies).toEqual([logs!.urn]);
});

spec("4.151", async () => {
  class Mirror extends coconut.ComponentResource {
    readonly copy: coconut.Output<Bucket>;
    constructor(name: string, args: { of: Bucket }) {
      super("shop:web:Mirror", name, args);
      this.copy = coconut.output(new Bucket(`${name}-copy`, { source: args.of }, { parent: this }));
      this.registerOutputs({ copy: this.copy });
    }
  }
  const program = await testProgram(() => new Mirror("mirror", { of: new Bucket("logs") }).copy);
  const [logs, mirror, copy] = program.registrations;
  expect(mirror!.inputs).toMatchObject({ values: [{ kind: "reference", resource: { name: "logs" } }] });
  expect(mirror!.outputs).toMatchObject({
    values: [{ kind: "reference", resource: { name: "mirror-copy" } }],
  });
  expect((await program.planned().inputs(mirror!.resource)).value).toEqual({ of: logs!.resource });
  expect((await program.planned().outputs()).value).toBe(copy!.resource);
});

spec("4.152", () => {
  const custom = referenceTo({ urn: bucketUrn("logs"), id: "b-1", packageVersion: "6.1.0" });
  const component = referenceTo({ urn: "urn:pulumi:test::project::shop:web:Site::front" });
  const planned = referenceTo({ urn: bucketUrn("data"), id: unknown, packageVersion: "6.1.0" });
  expect(encodeValue(custom)).toMatchObject({ urn: bucketUrn("logs"), id: "b-1", packageVersion: "6.1.0" });
  expect(encodeValue(component)).not.toHaveProperty("id");
  for (const reference of [custom, component, planned]) {
    expect(decodeValue(encodeValue(reference))).toEqual(reference);
  }
});

spec("4.154", async () => {
  class Second extends Bucket {}
  class Third extends Bucket {}
  const found = async (packageVersion: string) => {
    const program = await testProgram(() => {
      coconut.registerResourceClass("aws:s3:Bucket", "2.4.0", Second);
      coconut.registerResourceClass("aws:s3:Bucket", "3.0.1", Third);
      const reference = referenceTo({ urn: bucketUrn("logs"), id: "b-1", packageVersion });
      return coconut.output(reference).apply((bucket) => {
        return [bucket instanceof Second, bucket instanceof Third, "arn" in bucket];
      });
    });
    const { value } = await program.planned().outputs();
    return value;
  };
  expect(await found("2.0.0")).toEqual([true, false, false]);
  expect(await found("3.2.0")).toEqual([false, true, false]);
  expect(await found("4.0.0")).toEqual([false, false, false]);
});

spec("4.155", async () => {
  const { provider, types } = fakeProvider(new FakeCloud());
  class Front extends coconut.ComponentResource {
    constructor() {
      super("shop:web:Front", "front");
      this.registerOutputs({ files: new types.Bucket("files", { name: "files" }, { parent: this }) });
    }
  }
  const urn = "urn:pulumi:dev::shop::shop:web:Front::front";
  let program: () => unknown = () => void new Front();
  const stack = await openStack(() => program(), { providers: [provider] });
  await stack.apply();
  const [front] = [...(await stack.snapshot()).objects.values()];
  expect(front!.stored.outputs).toEqual({
    files: referenceTo({
      urn: "urn:pulumi:dev::shop::shop:web:Front$cloud:index:Bucket::files",
      id: "bucket-1",
      packageVersion: "1.0.0",
    }),
  });
  program = () =>
    (coconut.getResource(urn)["files"] as coconut.Output<unknown>).apply((files) => {
      expect(files).toBeInstanceOf(types.Bucket);
      return { arn: (files as InstanceType<typeof types.Bucket>).arn };
    });
  expect((await stack.plan()).plan.outputs).toEqual({ arn: "arn:bucket-1" });
});
