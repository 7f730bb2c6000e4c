import { expect } from "vitest";
import { isReference, referenceTo, type Value } from "../../src/model/index.js";
import type { Input, Output } from "../../src/sdk/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const urnOf = (rest: string) => `urn:pulumi:test::scenario::${rest}`;
const bucketUrn = urnOf("cloud:index:Bucket::logs");
const groupUrn = urnOf("test:index:Group::web");

/** A stack that has a bucket, and a component that offers another. */
async function madeBefore(s: Scenario): Promise<void> {
  s.program(({ bucket, group }) => {
    bucket("logs", { acl: "public" });
    group("web", (parent) => ({ files: bucket("files", {}, { parent }), title: "shop" }));
  });
  await s.apply().succeeds();
}

/** What a plan of the program says that the stack's outputs will be. */
async function planned(s: Scenario): Promise<{ readonly [output: string]: Value }> {
  return (await s.plan().succeeds()).plan.outputs;
}

scenario("a resource where a provider wants text is its id, and a component its URN", async (s) => {
  s.program(({ bucket, group, site }) => {
    const logs = bucket("logs") as unknown as Input<string>;
    site("a", { bucket: logs });
    site("b", { bucket: group("web") as unknown as Input<string> });
  });
  await s.apply().succeeds();
  const inputs = [...(await s.state()).objects.values()].map(({ stored }) => stored.inputs["bucket"]);
  expect(new Set(inputs.filter((each) => each !== undefined))).toEqual(new Set(["bucket-1", groupUrn]));
});

scenario(
  "a reference carries the URN, the id and the version of the package; that of a component its URN",
  async (s) => {
    s.types({}, "0.4.2");
    s.program(({ bucket, group }) => ({ logs: bucket("logs"), web: group("web") }));
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({
      logs: referenceTo({ urn: bucketUrn, id: "bucket-1", packageVersion: "0.4.2" }),
      web: referenceTo({ urn: groupUrn }),
    });
  },
);

scenario("what a component was given and offers is stored as references", async (s) => {
  s.program(({ bucket, coconut }) => {
    class Pair extends coconut.ComponentResource {
      constructor(args: { readonly first: unknown }) {
        super("test:index:Pair", "p", args);
        this.registerOutputs({ all: [args.first, bucket("second", {}, { parent: this })] });
      }
    }
    new Pair({ first: bucket("first") });
  });
  await s.apply().succeeds();
  const pair = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Pair"))!;
  const first = { urn: urnOf("cloud:index:Bucket::first"), id: "bucket-1", packageVersion: "1.0.0" };
  const second = {
    urn: urnOf("test:index:Pair$cloud:index:Bucket::second"),
    id: "bucket-2",
    packageVersion: "1.0.0",
  };
  expect(pair.stored.inputs).toEqual({ first: referenceTo(first) });
  expect(pair.stored.outputs).toEqual({ all: [referenceTo(first), referenceTo(second)] });
});

scenario("a resource that the program makes is itself when it is asked for by its URN", async (s) => {
  s.program(({ bucket, coconut }) => {
    const logs = bucket("logs");
    expect(coconut.getResource(bucketUrn)).toBe(logs);
  });
  await s.apply().succeeds();
});

scenario(
  "asked for before it is made, it answers like the one that is made later, and orders who reads it",
  async (s) => {
    s.program(({ bucket, coconut, types }) => {
      const early = coconut.getResource(bucketUrn) as object as InstanceType<typeof types.Bucket>;
      expect(early).toBeInstanceOf(types.Bucket);
      bucket("reader", { acl: early.arn });
      bucket("logs");
      return { early };
    });
    await s.apply().succeeds();
    s.story(`
    create bucket logs
    create bucket reader
  `);
    expect(s.cloud.objects("bucket reader")[0]!.properties["acl"]).toBe("arn:bucket-1");
    expect(await s.outputs()).toEqual({
      early: referenceTo({ urn: bucketUrn, id: "bucket-1", packageVersion: "1.0.0" }),
    });
  },
);

scenario("a resource that the program does not make answers from state, and is not registered", async (s) => {
  await madeBefore(s);
  s.program(({ coconut, site }) => {
    const logs = coconut.getResource(bucketUrn);
    site("www", { bucket: logs as unknown as Input<string>, title: logs["acl"] as Output<string> });
    return { arn: logs["arn"], itself: logs };
  });
  await s.plan().shows(`
    create site www
    forget group web
    delete bucket logs
    delete bucket files
  `);
  expect(await planned(s)).toMatchObject({
    arn: "arn:bucket-1",
    itself: referenceTo({ urn: bucketUrn, id: "bucket-1", packageVersion: "1.0.0" }),
  });
});

scenario("what is read from state may leave in the same run: no edge leads to it", async (s) => {
  await madeBefore(s);
  s.program(
    ({ coconut, bucket }) => void bucket("copy", { acl: coconut.getResource(bucketUrn)["acl"] as never }),
  );
  // The next plan could not read it any more.
  await s.apply({ refresh: false }).succeeds();
  s.cloud.has("bucket copy", { acl: "public" });
  expect([...(await s.state()).objects.values()].map(({ edges }) => edges)).toEqual([[]]);
});

scenario("a stored reference becomes an object of the class of its type", async (s) => {
  await madeBefore(s);
  const seen: unknown[] = [];
  s.program(({ coconut, types }) => {
    const { files, title } = coconut.getResource(groupUrn) as {
      files?: Output<unknown>;
      title?: Output<unknown>;
    };
    const arn = files!.apply((bucket) => {
      seen.push(bucket instanceof types.Bucket);
      return (bucket as InstanceType<typeof types.Bucket>).arn;
    });
    return { arn, title, id: files!.apply((bucket) => (bucket as { id: unknown }).id) };
  });
  expect(await planned(s)).toEqual({ arn: "arn:bucket-2", title: "shop", id: "bucket-2" });
  expect(seen).toEqual([true]);
});

scenario(
  "within a major version the class fits; of another it is a resource of any properties, with a warning",
  async (s) => {
    await madeBefore(s);
    const classes: unknown[] = [];
    s.program(({ coconut, types }) => {
      const arns = ["1.9.3", "9.0.0"].map((packageVersion) =>
        coconut.output(referenceTo({ urn: bucketUrn, id: "bucket-1", packageVersion })).apply((bucket) => {
          classes.push((bucket as object) instanceof types.Bucket);
          return (bucket as unknown as { arn: Output<string> }).arn;
        }),
      );
      return { arns };
    });
    const { plan } = await s.plan().succeeds();
    expect(plan.outputs).toEqual({ arns: ["arn:bucket-1", "arn:bucket-1"] });
    expect(classes).toEqual([true, false]);
    expect(plan.warnings.map(({ code, detail }) => [code, detail.includes("9.0.0")])).toEqual([
      ["sdk/other-major", true],
    ]);
  },
);

scenario("a class of the program's own stands for a type once it is registered", async (s) => {
  s.program(({ group }) => void group("web", () => ({ title: "shop" })));
  await s.apply().succeeds();
  s.program(({ coconut }) => {
    class Web extends coconut.ComponentResource {
      declare readonly title: Output<string>;
      get heading() {
        return coconut.interpolate`# ${this.title}`;
      }
    }
    coconut.registerResourceClass("test:index:Group", "1.0.0", Web);
    return { heading: (coconut.getResource(groupUrn) as object as Web).heading };
  });
  expect(await planned(s)).toEqual({ heading: "# shop" });
});

scenario("the program may say of which class a resource is that it asks for", async (s) => {
  await madeBefore(s);
  s.program(({ coconut }) => {
    class Logs extends coconut.CustomResource {
      readonly arn!: Output<string>;
    }
    const generic = coconut.getResource(bucketUrn);
    const logs = coconut.getResource(bucketUrn, Logs);
    expect([generic instanceof Logs, logs instanceof Logs]).toEqual([false, true]);
    return { arns: [generic["arn"], logs.arn] };
  });
  expect(await planned(s)).toEqual({ arns: ["arn:bucket-1", "arn:bucket-1"] });
});

scenario("without a class a reference is a resource of any properties", async (s) => {
  await madeBefore(s);
  s.program(({ coconut }) => {
    const reference = referenceTo({
      urn: urnOf("test:index:Unheard::x"),
      id: "x-1",
      packageVersion: "1.0.0",
    });
    const { id } = coconut.output(reference).apply((resource) => ({
      id: (resource as unknown as { id: Output<string> }).id,
    }));
    return { id, handedOn: coconut.output(reference).apply((resource) => resource) };
  });
  const outputs = await planned(s);
  expect(outputs["id"]).toBe("x-1");
  expect(isReference(outputs["handedOn"]) && outputs["handedOn"].id).toBe("x-1");
});

scenario("what is neither made nor in state is refused where it is asked for", async (s) => {
  s.program(({ coconut }) => ({ arn: coconut.getResource(bucketUrn)["arn"] }));
  const [missing] = await s.plan().fails("engine/no-such-resource");
  expect(missing!.position?.file).toMatch(/references\.test\.ts$/);
  s.program(({ coconut }) => ({ arn: coconut.getResource("logs")["arn"] }));
  await s.plan().fails("model/malformed-urn");
});

scenario("a property that state does not have is refused", async (s) => {
  await madeBefore(s);
  s.program(({ coconut }) => ({ arm: coconut.getResource(groupUrn)["arm"] }));
  await s.plan().fails("program/no-such-output");
});

scenario("what the program only refers to cannot order what it makes", async (s) => {
  await madeBefore(s);
  for (const option of ["parent", "dependsOn", "deletedWith"]) {
    s.program(({ bucket, coconut }) => {
      bucket("late", {}, { [option]: coconut.getResource(groupUrn) });
    });
    await s.plan().fails("sdk/not-a-resource");
  }
});
