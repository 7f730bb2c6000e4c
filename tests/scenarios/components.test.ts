import { expect } from "vitest";
import { secretOf } from "../../src/model/index.js";
import type { Input, Output, ResourceOptions } from "../../src/sdk/index.js";
import { scenario } from "../support/scenario.js";

scenario(
  "a component is recorded without a call, and its type is in the names of its children",
  async (s) => {
    s.program(({ group, bucket }) => group("web", (web) => void bucket("logs", {}, { parent: web })));
    await s.plan().shows(`
    create group web
    create bucket logs
  `);
    await s.apply().succeeds();
    s.story(`
    record group web
    create bucket logs
  `);
    const urns = [...(await s.state()).resources.values()].map(({ urn }) =>
      urn.split("::").slice(2).join("::"),
    );
    expect(urns).toEqual(["test:index:Group::web", "test:index:Group$cloud:index:Bucket::logs"]);
    expect(s.cloud.changes()).toEqual(["create bucket logs"]);
  },
);

scenario("a component that loses a child keeps the others", async (s) => {
  const program = (...names: readonly string[]) =>
    s.program(({ group, bucket }) =>
      group("web", (web) => names.forEach((name) => bucket(name, {}, { parent: web }))),
    );
  program("a", "b");
  await s.apply().succeeds();
  program("a");
  const plan = await s.plan().shows(`delete bucket b`);
  expect(plan.text()).toBe(`\
  test:index:Group "web"
- └─ cloud:index:Bucket "b"

Plan: 1 to delete, 2 unchanged.
`);
  await s.apply().succeeds();
  s.story(`delete bucket b`);
});

scenario("a component leaves without a call, after its children", async (s) => {
  s.program(({ group, bucket }) => group("web", (web) => void bucket("logs", {}, { parent: web })));
  await s.apply().succeeds();
  s.program(() => {});
  await s.plan().shows(`
    forget group web
    delete bucket logs
  `);
  await s.apply().succeeds();
  s.story(`
    delete bucket logs
    forget group web
  `);
});

scenario("what a component offers is kept in state, secrets sealed", async (s) => {
  s.program(({ group, key }) =>
    group("vault", (parent) => {
      const { fingerprint, material } = key("k", {}, { parent });
      return { fingerprint, material };
    }),
  );
  await s.apply().succeeds();
  const vault = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Group"))!;
  expect(vault.stored.outputs).toEqual({
    fingerprint: "print of key-1",
    material: secretOf("secret-material of key-1"),
  });
});

scenario("a component whose offers change on their own is no change of its children", async (s) => {
  const program = (title: string) =>
    s.program(({ group, bucket }) =>
      group("web", (parent) => ({ title, arn: bucket("logs", {}, { parent }).arn })),
    );
  program("one");
  await s.apply().succeeds();
  program("two");
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
});

scenario("components in components make one name after the other", async (s) => {
  s.program(({ group, bucket }) =>
    group("outer", (outer) => {
      group("inner", (inner) => void bucket("logs", {}, { parent: inner }), { parent: outer });
    }),
  );
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete bucket logs
    forget group inner
    forget group outer
  `);
});

scenario("children inherit protection from their component", async (s) => {
  s.program(({ group, bucket }) =>
    group("web", (web) => void bucket("logs", {}, { parent: web }), { protect: true }),
  );
  await s.apply().succeeds();
  s.program(() => {});
  await s.plan().fails("engine/protected");
  s.cloud.has("bucket logs");
});

scenario("a provider given to a component serves the resources in it", async (s) => {
  const east = (change: object = {}) =>
    s.program(({ group, bucket, account }) => {
      const providers = [account("east", { account: "east" })];
      group("web", (web) => void bucket("logs", change, { parent: web }), { providers });
    });
  east();
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")[0]!.account).toBe("east");
  east({ acl: "public" });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs", "update bucket logs", "delete bucket logs"]);
});

scenario(
  "a child that moves into a component is another resource unless an alias says otherwise",
  async (s) => {
    s.program(({ bucket }) => bucket("logs", { name: "first" }));
    await s.apply().succeeds();
    s.program(({ group, bucket }) =>
      group("web", (web) => void bucket("logs", { name: "second" }, { parent: web })),
    );
    await s.plan().shows(`
    create group web
    create bucket logs
    delete bucket logs
  `);
    await s.apply().succeeds();
    s.cloud.lacks("bucket first");
  },
);

scenario("a component of the program has typed inputs, and others read what it offers", async (s) => {
  s.program(({ coconut, bucket, types }) => {
    interface StoreArgs {
      readonly label: Input<string>;
      readonly copies?: number;
    }
    class Store extends coconut.ComponentResource {
      readonly arns: readonly Output<string>[];

      constructor(name: string, { label, copies = 1 }: StoreArgs, options?: ResourceOptions) {
        super("test:index:Store", name, { label, copies }, options);
        const made = Array.from(
          { length: copies },
          (_, index) =>
            new types.Bucket(`${name}-${index}`, { name: `${name}-${index}`, acl: label }, { parent: this }),
        );
        this.arns = made.map(({ arn }) => arn);
        this.registerOutputs({ arns: this.arns });
      }
    }
    const source = bucket("source");
    const store = new Store("s", { label: source.arn, copies: 2 });
    bucket("reader", { acl: store.arns[1]! });
  });
  await s.apply().succeeds();
  const [first, second] = ["bucket s-0", "bucket s-1"].map((name) => `arn:${s.cloud.objects(name)[0]!.id}`);
  expect(s.cloud.objects("bucket reader")[0]!.properties["acl"]).toBe(second);
  const store = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Store"))!;
  expect(store.stored.inputs).toEqual({ label: "arn:bucket-1", copies: 2 });
  expect(store.stored.outputs).toEqual({ arns: [first, second] });
  await s.destroy().succeeds();
  s.cloud.lacks("bucket s-0");
});

scenario("what is in a component that is held back is held back with it", async (s) => {
  s.program(({ rule, group, bucket }) => {
    const web = rule("web", { port: 80 });
    group("shop", (parent) => void bucket("logs", {}, { parent }), { dependsOn: web });
  });
  s.cloud.failsAfterEffect("create rule web");
  await s.apply().fails("provider/hook-failed");
  const problems = await s.apply().fails("engine/uncertain");
  expect(problems.map(({ code }) => code)).toEqual(["engine/uncertain"]);
  await (await s.stack()).recover("web", { adopt: s.cloud.objects("rule web")[0]!.id });
  await s.apply().succeeds();
});
