import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

scenario("an object of others is read at plan time, and its values are known there", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "public" });
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("shared", id).acl }));
  const plan = await s.plan().shows(`
    read bucket shared
    create task index
  `);
  expect(plan.changes.find(({ name }) => name === "index")!.inputs["command"]).toBe("public");
});

scenario("an object whose id is known after apply is read at apply", async (s) => {
  s.program(({ types, bucket, task }) => {
    const copy = types.Bucket.get("copy", bucket("logs", { acl: "public" }).id);
    task("index", { command: copy.acl });
  });
  await s.plan().shows(`
    create bucket logs
    read bucket copy
    create task index
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket logs
    read bucket copy
    create task index
  `);
  s.cloud.has("task index", { command: "public" });
});

scenario("an id that turns out to name nothing fails its step, and dependents are not started", async (s) => {
  s.program(({ types, bucket, task }) => {
    const copy = types.Bucket.get("copy", bucket("logs").arn);
    task("index", { command: copy.acl });
  });
  await s.apply().fails("engine/not-found");
  s.story(`
    create bucket logs
    read bucket copy failed: engine/not-found
    create task index not started
  `);
});

scenario("an object of others that has gone fails the plan, whatever was recorded of it", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  s.cloud.loses("bucket shared");
  const [problem] = await s.plan().fails("engine/not-found");
  expect(problem!.detail).toContain(id);
  await s.apply().fails("engine/not-found");
});

scenario("an object of others that changed is followed, never put back", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "private" });
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("shared", id).acl }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket shared", { acl: "public" });
  await s.plan().shows(`update task index (command, revision)`);
  await s.apply().succeeds();
  s.cloud.has("bucket shared", { acl: "public" });
  s.cloud.has("task index", { command: "public" });
});

scenario("an object of others that leaves the program is forgotten", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  s.program(() => {});
  await s.plan().shows(`forget bucket shared`);
  await s.apply().succeeds();
  s.cloud.has("bucket shared");
  expect((await s.state()).resources.size).toBe(0);
});

scenario("another id reads another object, and nothing happens to the first", async (s) => {
  const first = s.cloud.adds("bucket first", { acl: "a" });
  const second = s.cloud.adds("bucket second", { acl: "b" });
  let id = first;
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("shared", id).acl }));
  await s.apply().succeeds();
  id = second;
  await s.apply().succeeds();
  s.cloud.has("task index", { command: "b" });
  s.cloud.has("bucket first");
});

scenario("an object of others is not replaced on request", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  const [row] = (await s.state()).resources.values();
  await s.apply({ replace: [row!.urn] }).fails("plan/not-replaceable");
  await s.apply({ replace: ["*"] }).fails("plan/not-replaceable");
});

scenario("an object that the stack read cannot be managed without being imported", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("shared", { acl: "public" }));
  const [problem] = await s.apply().fails("engine/external-to-managed");
  expect(problem!.hint).toContain("import");
  s.cloud.has("bucket shared", { acl: undefined });
});

scenario("an object of others that cannot be read is not taken for gone", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  s.cloud.refuses("read bucket shared", "AccessDenied");
  await s.plan().shows(`failed bucket shared (provider failed)`);
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  await s.refresh().fails("provider/hook-failed");
  expect((await s.state()).resources.size).toBe(1);
});

async function readRecords(s: Scenario): Promise<number> {
  const journal = await (await s.store()).journal(0);
  return journal.filter(({ event }) => event.kind === "recorded" && event.what === "read").length;
}

scenario("what is read as it was is not written again", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "private" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  expect(await readRecords(s)).toBe(1);
  await s.apply().changesNothing();
  expect(await readRecords(s)).toBe(1);
  s.cloud.drifts("bucket shared", { acl: "public" });
  await s.apply().succeeds();
  expect(await readRecords(s)).toBe(2);
});

scenario("an object whose provider is configured at apply is read at apply", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "public" });
  s.cloud.moves("bucket shared", "revision of go");
  s.program(({ account, types, task }) => {
    const late = account("late", { account: task("build", { command: "go" }).revision });
    task("index", { command: types.Bucket.get("shared", id, { provider: late }).acl });
  });
  const plan = await s.plan().succeeds();
  expect(plan.changes.find(({ name }) => name === "shared")!.observed).toBeUndefined();
  await s.apply().succeeds();
  s.cloud.has("task index", { command: "public" });
});

scenario("an object of others is read before the plan without a refresh too", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "public" });
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("shared", id).acl }));
  await s.apply({ refresh: false }).succeeds();
  s.cloud.has("task index", { command: "public" });
});

scenario("an object that the stack managed and only reads from now on is not deleted", async (s) => {
  s.program(({ bucket, task }) => task("index", { command: bucket("logs", { acl: "public" }).acl }));
  await s.apply().succeeds();
  const { id } = s.cloud.objects("bucket logs")[0]!;
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("logs", id).acl }));
  await s.apply().succeeds();
  s.cloud.has("bucket logs");
  const row = [...(await s.state()).resources.values()].find(({ name }) => name === "logs");
  expect(row!.kind).toBe("external");
  await s.destroy().succeeds();
  s.cloud.has("bucket logs");
});

scenario("something protected may be handed over to others: nothing is deleted by that", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  await s.apply().succeeds();
  const { id } = s.cloud.objects("bucket logs")[0]!;
  s.program(({ types }) => types.Bucket.get("logs", id));
  await s.apply().succeeds();
  s.cloud.has("bucket logs");
});

scenario("what a replacement left is deleted although its resource is only read now", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }));
  s.cloud.refuses("delete bucket logs", "NotEmpty");
  await s.apply().fails("provider/hook-failed");
  const { id } = s.cloud.objects("bucket logs").at(-1)!;
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("logs", id).acl }));
  await s.apply().fails("provider/hook-failed");
  s.cloud.recovers();
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs").map((each) => each.id)).toEqual([id]);
});

scenario("a type that cannot look up cannot be read by its id", async (s) => {
  const id = s.cloud.adds("task others", { command: "go" });
  s.program(({ types }) => types.Task.get("others", id));
  await s.plan().fails("provider/no-lookup");
});

scenario("options that change nothing about what is only read are warned of", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id, { retainOnDelete: true, import: "x" }));
  const { plan } = await s.plan().succeeds();
  expect(plan.warnings.map(({ code }) => code)).toEqual([
    "sdk/inapplicable-option",
    "sdk/inapplicable-option",
  ]);
});

scenario("what is only read is there before whoever depends on it, and leaves after", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types, site }) => site("www", { bucket: types.Bucket.get("shared", id).id }));
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete site www
    forget bucket shared
  `);
});

scenario("secrets of what is only read stay secret", async (s) => {
  const acl = s.secret("hidden-acl");
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  const lookup = async () => ({
    inputs: { name: "shared", region: "eu" },
    outputs: { arn: `arn:${id}`, acl, size: 0 },
  });
  s.types({ Bucket: { lookup } });
  s.program(({ types }) => ({
    acl: types.Bucket.get("shared", id, { additionalSecretOutputs: ["acl"] }).acl,
  }));
  await s.apply().succeeds();
  await s.refresh().succeeds();
});

scenario("what is read by the id of something else comes after it, and needs it", async (s) => {
  s.program(({ types, bucket, site }) => {
    site("www", { bucket: types.Bucket.get("again", bucket("logs").id).arn });
  });
  await s.plan({ targets: ["again"] }).fails("engine/missing-dependency");
  await s.apply({ parallel: 1 }).succeeds();
  s.story(`
    create bucket logs
    read bucket again
    create site www
  `);
  await s.apply().changesNothing();
});
