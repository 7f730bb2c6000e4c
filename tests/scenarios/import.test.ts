import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";
import { wrappedHost } from "../support/wrapped-host.js";

async function objectOf(s: Scenario, name: string) {
  const { resources, objects } = await s.state();
  const row = [...resources.values()].find((each) => each.name === name);
  return { row, object: [...objects.values()].find(({ rid }) => rid === row?.rid) };
}

scenario("an object that is as the program asks for is only adopted", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "public" });
  s.program(({ bucket }) => ({ arn: bucket("logs", { acl: "public" }, { import: id }).arn }));
  const plan = await s.plan().shows(`import bucket logs (${id})`);
  expect(plan.isEmpty).toBe(false);
  expect(plan.text()).toContain(`= cloud:index:Bucket "logs"  (adopts "${id}")`);
  expect(plan.plan.outputs).toEqual({ arn: `arn:${id}` });
  await s.apply().succeeds();
  s.story(`import bucket logs`);
  expect(s.cloud.changes()).toEqual([]);
  expect((await objectOf(s, "logs")).object!.stored).toMatchObject({ id, outputs: { acl: "public" } });
  await s.apply().changesNothing();
  await s.destroy().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("a difference is an update in the same plan and the same step", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "private" });
  s.program(({ bucket, task }) => {
    const logs = bucket("logs", { acl: "public" }, { import: id });
    task("index", { command: logs.acl });
  });
  const plan = await s.plan().shows(`
      import bucket logs (${id}; acl)
      create task index
    `);
  expect(plan.text()).toContain(`acl: "private" -> "public"`);
  await s.apply().succeeds();
  s.story(`
      import bucket logs
      create task index
    `);
  expect(s.cloud.changes()).toEqual(["update bucket logs", "create task index"]);
  s.cloud.has("bucket logs", { acl: "public" });
  s.cloud.has("task index", { command: "public" });
});

scenario("a difference that needs another object is refused, and the fields are named", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "us", acl: "private" });
  s.program(({ bucket }) => bucket("logs", { region: "eu", acl: "public" }, { import: id }));
  const [problem] = await s.plan().fails("engine/import-replaces");
  expect(problem!.detail).toContain("in region,");
  expect(problem!.position ?? problem!.resource).toBeDefined();
  await s.apply().fails("engine/import-replaces");
  expect(s.cloud.changes()).toEqual([]);
  expect((await s.state()).resources.size).toBe(0);
});

scenario("a property whose changes are ignored keeps what was found, even one that replaces", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "us", acl: "private" });
  s.program(({ bucket }) =>
    bucket("logs", { region: "eu", acl: "public" }, { import: id, ignoreChanges: ["region", "acl"] }),
  );
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { region: "us", acl: "private" });
  expect(s.cloud.changes()).toEqual([]);
});

scenario("a property that replaces on request counts as one that replaces", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "private" });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { import: id, replaceOnChanges: ["acl"] }));
  await s.plan().fails("engine/import-replaces");
});

scenario("an id that names nothing is refused, whatever else the program says", async (s) => {
  s.program(({ bucket }) => [bucket("logs", {}, { import: "bucket-77" }), bucket("other")]);
  const [problem] = await s.apply().fails("engine/not-found");
  expect(problem!.detail).toContain(`"bucket-77"`);
  expect(s.cloud.objects()).toEqual([]);
});

scenario("where there is none, one is created if the program says so, and stays from then on", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { import: { id: "bucket-77", orCreate: true } }));
  await s.plan().shows(`create bucket logs`);
  await s.apply().succeeds();
  s.story(`create bucket logs`);
  await s.apply().changesNothing();
});

scenario("where there is one, it is adopted although it might be created", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  s.program(({ bucket }) => bucket("logs", {}, { import: { id, orCreate: true } }));
  await s.apply().succeeds();
  s.story(`import bucket logs`);
  expect(s.cloud.objects()).toHaveLength(1);
});

scenario("a lookup that fails is not taken for nothing found", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  s.program(({ bucket }) => bucket("logs", {}, { import: { id, orCreate: true } }));
  s.cloud.refuses("read bucket logs", "AccessDenied");
  await s.apply().fails("provider/hook-failed");
  expect(s.cloud.objects()).toHaveLength(1);
});

scenario("a type that cannot look up cannot adopt, nor say whether to create", async (s) => {
  const id = s.cloud.adds("task index", { command: "go" });
  s.program(({ task }) => task("index", { command: "go" }, { import: { id, orCreate: true } }));
  await s.plan().fails("provider/no-lookup");
});

scenario("of a resource that manages the object already the option changes nothing", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const { id } = s.cloud.objects("bucket logs")[0]!;
  s.program(({ bucket }) => bucket("logs", {}, { import: id }));
  await s.apply().changesNothing();
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().changesNothing();
});

scenario("a resource that manages another object is not silently given a new one", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const other = s.cloud.adds("bucket other", { region: "eu" });
  s.program(({ bucket }) => bucket("logs", {}, { import: other }));
  const [problem] = await s.apply().fails("engine/import-conflict");
  expect(problem!.detail).toMatch(/"bucket-2".*"bucket-1"/);
});

scenario("an object that another resource manages is refused, also if that one leaves", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const { id } = s.cloud.objects("bucket logs")[0]!;
  s.program(({ bucket }) => [bucket("logs"), bucket("copy", { name: "logs" }, { import: id })]);
  const [problem] = await s.plan().fails("engine/import-conflict");
  expect(problem!.detail).toContain("::logs already manages");
  s.program(({ bucket }) => bucket("copy", { name: "logs" }, { import: id }));
  await s.apply().fails("engine/import-conflict");
  s.cloud.has("bucket logs");
});

scenario("two resources cannot adopt one object", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  s.program(({ bucket }) => {
    bucket("a", { name: "logs" }, { import: id });
    bucket("b", { name: "logs" }, { import: id });
  });
  const found = await s.plan().fails("engine/import-conflict");
  expect(found).toHaveLength(1);
});

scenario("one id in two accounts is two objects", async (s) => {
  const lookup = async ({ client, id }: { client: { account: string }; id: string }) => ({
    inputs: { name: `${id}-${client.account}`, region: "eu" },
    outputs: { arn: `arn:${client.account}`, acl: "private", size: 0 },
  });
  const read = async ({ client }: { client: { account: string } }) => ({
    arn: `arn:${client.account}`,
    acl: "private",
    size: 0,
  });
  s.types({ Bucket: { lookup, read } });
  s.program(({ account, bucket }) => {
    for (const name of ["one", "two"]) {
      const provider = account(name, { account: name });
      bucket(name, { name: `default-${name}` }, { provider, import: "default" });
    }
  });
  await s.plan().shows(
    `
      create one one
      import bucket one (default)
      create two two
      import bucket two (default)
    `.replaceAll(/create \w+ (\w+)/g, "create cloud $1"),
  );
});

scenario("what the stack only read becomes its own, in its own row", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "private" });
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("shared", id).acl }));
  await s.apply().succeeds();
  const before = (await objectOf(s, "shared")).row!;
  s.program(({ bucket, task }) => {
    const shared = bucket("shared", { acl: "private" }, { import: id });
    task("index", { command: shared.acl });
  });
  await s.plan().shows(`import bucket shared (${id})`);
  await s.apply().succeeds();
  const { row } = await objectOf(s, "shared");
  expect([row!.rid, row!.kind]).toEqual([before.rid, "custom"]);
  s.program(() => {});
  await s.apply().succeeds();
  s.cloud.lacks("bucket shared");
});

scenario("a lookup may know the object by another id, and the option stays true to its own", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  const lookup = async ({ id: path }: { id: string }) =>
    path === "eu/logs"
      ? {
          id,
          inputs: { name: "logs", region: "eu" },
          outputs: { arn: `arn:${id}`, acl: "private", size: 0 },
        }
      : null;
  s.types({ Bucket: { lookup } });
  s.program(({ bucket }) => ({ id: bucket("logs", {}, { import: "eu/logs" }).id }));
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ id });
  await s.apply().changesNothing();
});

scenario("what was adopted and then replaced is not adopted again", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  let region = "eu";
  s.program(({ bucket }) => bucket("logs", { region }, { import: id }));
  await s.apply().succeeds();
  region = "us";
  await s.apply().succeeds();
  s.story(`
      create bucket logs (replaces)
      delete bucket logs (replaced)
    `);
  await s.apply().changesNothing();
});

scenario("what the program calls secret is secret in what was found", async (s) => {
  const acl = s.secret("hidden-acl");
  const id = s.cloud.adds("bucket logs", { region: "eu", acl });
  s.program(({ bucket, coconut }) => bucket("logs", { acl: coconut.secret(acl) }, { import: id }));
  await s.apply().succeeds();
  s.story(`import bucket logs`);
  expect(s.cloud.changes()).toEqual([]);
});

scenario("what was found and differs from a secret is not shown either", async (s) => {
  const found = s.secret("hidden-former");
  const wanted = s.secret("hidden-wanted");
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: found });
  s.program(({ bucket, coconut }) => bucket("logs", { acl: coconut.secret(wanted) }, { import: id }));
  const plan = await s.plan().shows(`import bucket logs (${id}; acl)`);
  expect(plan.text() + JSON.stringify(plan.toJSON())).not.toContain("hidden");
  await s.apply().succeeds();
});

scenario("additional secret outputs are sealed from the beginning", async (s) => {
  const acl = s.secret("hidden-acl");
  const id = s.cloud.adds("bucket logs", { region: "eu", acl });
  s.program(({ bucket }) =>
    bucket("logs", {}, { import: id, additionalSecretOutputs: ["acl"], ignoreChanges: ["name"] }),
  );
  const lookup = async () => ({
    inputs: { name: "logs", region: "eu" },
    outputs: { arn: `arn:${id}`, acl, size: 0 },
  });
  s.types({ Bucket: { lookup } });
  await s.apply().succeeds();
});

scenario("a run that ends after the adoption leaves the update to the next", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "private" });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { import: id }));
  s.crashAfter("record bucket logs");
  await s.apply().crashes();
  await s.plan().shows(`update bucket logs (acl)`);
  await s.apply().succeeds();
  s.story(`update bucket logs`);
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("a run that ends within the update of an adoption is settled by the next", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "private" });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { import: id }));
  s.crashAfter("effect update bucket logs");
  await s.apply().crashes();
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "public" });
  await s.apply().changesNothing();
});

scenario("an update that fails leaves the object adopted, and is tried again", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "private" });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { import: id }));
  s.cloud.refusesOnce("update bucket logs", "Busy");
  await s.apply().fails("provider/hook-failed");
  s.story(`import bucket logs failed: Busy`);
  await s.apply().succeeds();
  s.story(`update bucket logs`);
});

scenario("a value that is known after apply is updated to in the step that adopts", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "private" });
  s.program(({ bucket, task }) => {
    const { revision } = task("build", { command: "go" });
    bucket("logs", { acl: revision }, { import: id });
  });
  await s.plan().shows(`
      create task build
      import bucket logs (${id}; acl)
    `);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "revision of go" });
});

scenario("a value that comes out as it was found leaves only the adoption", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu", acl: "revision of go" });
  s.program(({ bucket, task }) => {
    const { revision } = task("build", { command: "go" });
    bucket("logs", { acl: revision }, { import: id });
  });
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create task build"]);
});

scenario("a provider whose configuration is known after apply cannot look up before the plan", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  s.program(({ account, bucket, task }) => {
    const { revision } = task("build", { command: "go" });
    bucket("logs", {}, { import: id, provider: account("late", { account: revision }) });
  });
  await s.plan().fails("engine/import-too-early");
});

scenario("options and dependencies of what is adopted are recorded like any other's", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  s.program(({ bucket, group, task }) => {
    const first = task("first", { command: "go" });
    group("web", (parent) => {
      bucket("logs", {}, { import: id, parent, dependsOn: first, protect: true });
    });
  });
  await s.apply().succeeds();
  s.story(`
      create task first
      record group web
      import bucket logs
    `);
  const { row, object } = await objectOf(s, "logs");
  expect(row!.options.protect).toBe(true);
  expect(object!.edges.map(({ kind }) => kind).sort()).toEqual(["depends-on", "parent"]);
  await s.destroy().fails("engine/protected");
});

scenario("on a component the option means nothing, and that is said", async (s) => {
  s.program(({ group }) => group("web", () => {}, { import: "x" }));
  const plan = await s.plan().succeeds();
  expect(plan.plan.warnings.map(({ code }) => code)).toEqual(["sdk/inapplicable-option"]);
});

scenario("a lookup is told what the program says about the object, as far as that is known", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", name: "shared" });
  const asked: unknown[] = [];
  s.wraps((host) =>
    wrappedHost(host, (provider) => ({
      lookup: (call, request) => {
        asked.push(request);
        return provider.lookup(call, request);
      },
    })),
  );
  s.program(({ bucket, types }) => {
    const other = bucket("other");
    bucket("shared", { region: "eu", acl: other.id }, { import: id });
    types.Bucket.get("same", id);
    types.Bucket.get("later", other.id);
  });
  await s.apply().succeeds();
  const type = "cloud:index:Bucket";
  expect(asked).toContainEqual({ type, id, inputs: { name: "shared", region: "eu" } });
  expect(asked).toContainEqual({ type, id });
});
