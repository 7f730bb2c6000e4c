import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

async function outputsOf(s: Scenario, name: string) {
  const { resources, objects } = await s.state();
  const row = [...resources.values()].find((each) => each.name === name);
  return [...objects.values()].find(({ rid }) => rid === row?.rid)?.stored.outputs;
}

scenario("a refresh takes what the world has and calls nothing else", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public", size: 5 });
  await s.refresh().succeeds();
  expect(await outputsOf(s, "logs")).toMatchObject({ acl: "public", size: 5 });
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
});

scenario("what a refresh took over is still repaired by the next run", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.refresh().succeeds();
  await s.refresh().succeeds();
  await s.plan().shows(`update bucket logs (drift: acl)`);
  await s.apply({ refresh: false }).succeeds();
  s.story(`update bucket logs`);
  s.cloud.has("bucket logs", { acl: undefined });
});

scenario("drift that went away by itself after a refresh is no drift", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.refresh().succeeds();
  s.cloud.drifts("bucket logs", { acl: "private" });
  await s.plan().showsNothing();
});

scenario("what is gone leaves state, and nothing is left pointing at it", async (s) => {
  s.program(({ bucket, site, task, group }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.id });
    task("index", { command: "go" }, { dependsOn: logs });
    group("inside", (parent) => void bucket("inner", {}, { parent }), { parent: logs });
  });
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  await s.refresh().succeeds();
  const { resources, objects } = await s.state();
  const names = [...resources.values()].map(({ name }) => name);
  expect(names.sort()).toEqual(["index", "inner", "inside", "www"]);
  const there = new Set(resources.keys());
  for (const { edges } of objects.values()) for (const { to } of edges) expect(there.has(to)).toBe(true);
  await s.apply().succeeds();
});

scenario("a dependent keeps its own drift when what it needs is gone", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id, title: "hello" }));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  s.cloud.drifts("site www", { title: "hacked" });
  await s.refresh().succeeds();
  expect(await outputsOf(s, "www")).toMatchObject({ title: "hacked" });
  await s.apply().succeeds();
  s.cloud.has("site www", { title: "hello" });
});

scenario("an object that cannot be read stays as it is recorded, and the others are refreshed", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.cloud.drifts("bucket a", { acl: "public" });
  s.cloud.drifts("bucket b", { acl: "public" });
  s.cloud.refuses("read bucket a", "AccessDenied");
  await s.refresh().fails("provider/hook-failed");
  expect(await outputsOf(s, "a")).toMatchObject({ acl: "private" });
  expect(await outputsOf(s, "b")).toMatchObject({ acl: "public" });
});

scenario("a refresh keeps the outputs of the stack", async (s) => {
  s.program(({ bucket }) => ({ acl: bucket("logs").acl }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.refresh().succeeds();
  expect(await s.outputs()).toEqual({ acl: "private" });
});

scenario("a refresh of an empty stack is nothing", async (s) => {
  await s.refresh().changesNothing();
});

scenario("what a replacement left behind stays owed a delete when its successor is gone", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "old" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { name: "new" }));
  s.cloud.refusesOnce("delete bucket old", "NotEmpty");
  await s.apply().fails("provider/hook-failed");
  s.cloud.loses("bucket new");
  await s.refresh().succeeds();
  await s.plan().shows(`
    create bucket logs
    delete bucket logs
  `);
  await s.apply().succeeds();
  s.cloud.has("bucket new");
  s.cloud.lacks("bucket old");
});

scenario("a refresh reads with the account that the objects were made with", async (s) => {
  s.program(({ account, bucket }) => {
    const other = account("other", { account: "other" });
    bucket("logs", {}, { provider: other });
  });
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.refresh().succeeds();
  expect(await outputsOf(s, "logs")).toMatchObject({ acl: "public" });
});

scenario("reading is told what is recorded, never what the program asks for now", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  await s.apply().succeeds();
  const told: unknown[] = [];
  const read = async ({ id, prior }: { id: string; prior: { inputs: object } }) => {
    told.push([id, prior.inputs]);
    return { state: "active" };
  };
  s.types({ Rule: { read } });
  s.program(({ rule }) => rule("web", { port: 443 }));
  await s.plan().shows(`update rule web (port)`);
  await s.refresh().succeeds();
  await s.plan({ destroy: true }).shows(`delete rule web`);
  expect(told).toEqual(Array.from({ length: 3 }, () => ["rule-1", { name: "web", port: 80 }]));
});

scenario("a refresh may be planned and looked at first, and is applied as it was shown", async (s) => {
  s.program(({ bucket, group }) => {
    bucket("a");
    group("web", (parent) => void bucket("b", {}, { parent }));
    bucket("c");
  });
  await s.apply().succeeds();
  s.cloud.drifts("bucket a", { acl: "public" });
  s.cloud.loses("bucket b");
  const plan = await s.plan({ refreshOnly: true }).shows(`
    refresh bucket a (acl)
    forget bucket b (gone)
  `);
  expect(plan.text()).toContain(`\
↻ cloud:index:Bucket "a"  (refreshed)
    ! acl: was "private", now "public"

  test:index:Group "web"
∅ └─ cloud:index:Bucket "b"  (removed from state; object is missing)
`);
  s.cloud.drifts("bucket a", { acl: "later" });
  const reads = s.cloud.effects.length;
  await s.apply({ plan, refresh: false }).succeeds();
  s.story(`
    refresh bucket a
    forget bucket b
  `);
  expect(s.cloud.effects).toHaveLength(reads);
  expect(await outputsOf(s, "a")).toMatchObject({ acl: "public" });
  expect(await outputsOf(s, "b")).toBeUndefined();
});

scenario("a refresh that was shown is refused if the stack has moved since", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  const plan = await s.plan({ refreshOnly: true }).succeeds();
  await s.apply().succeeds();
  await s.apply({ plan, refresh: false }).fails("engine/plan-outdated");
});

scenario("a refresh follows the world, not the program", async (s) => {
  s.program(({ bucket }) => [bucket("kept"), bucket("left")]);
  await s.apply().succeeds();
  s.cloud.drifts("bucket left", { acl: "public" });
  s.program(({ bucket }) => [bucket("kept", { acl: "other" }), bucket("new")]);
  await s.plan({ refreshOnly: true }).shows(`refresh bucket left (acl)`);
  await s.refresh().succeeds();
  expect(s.cloud.objects()).toHaveLength(2);
});

scenario("a refresh needs no program that works", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  s.program(() => {
    throw new Error("broken");
  });
  await s.refresh().succeeds();
  expect(await outputsOf(s, "logs")).toMatchObject({ acl: "public" });
});

scenario("a refresh that finds everything as it was writes nothing", async (s) => {
  s.program(({ bucket, group, account }) => {
    account("own", { account: "main" });
    group("web", (parent) => void bucket("logs", {}, { parent }));
  });
  await s.apply().succeeds();
  await s.plan({ refreshOnly: true }).showsNothing();
  await s.refresh().changesNothing();
});

scenario("an object of others that changed is followed by a refresh, and is then no drift", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "private", tags: { a: "1" } });
  s.program(({ types, task }) => task("index", { command: types.Bucket.get("shared", id).acl }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket shared", { acl: "public", tags: { a: "2" } });
  await s.plan({ refreshOnly: true }).shows(`refresh bucket shared (acl, tags.a, acl)`);
  await s.refresh().succeeds();
  expect(await outputsOf(s, "shared")).toMatchObject({ acl: "public" });
  await s.refresh().changesNothing();
});

scenario("an object of others that has gone leaves state", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  s.cloud.loses("bucket shared");
  await s.refresh().succeeds();
  expect((await s.state()).resources.size).toBe(0);
});

scenario("what a replacement left leaves when it is gone, and its successor stays", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "old" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { name: "new" }));
  s.cloud.refusesOnce("delete bucket old", "NotEmpty");
  await s.apply().fails("provider/hook-failed");
  s.cloud.loses("bucket old");
  await s.plan({ refreshOnly: true }).shows(`forget bucket logs (gone)`);
  await s.refresh().succeeds();
  await s.plan().showsNothing();
  s.cloud.has("bucket new");
});

scenario("what is owed is left alone: it is not there to be read", async (s) => {
  s.program(({ disk }) => disk("data", { size: 10 }));
  await s.apply().succeeds();
  s.program(({ disk }) => disk("data", { size: 20 }));
  s.cloud.refusesOnce("create disk data", "OutOfSpace");
  await s.apply().fails("provider/hook-failed");
  await s.refresh().changesNothing();
  await s.plan().shows(`create disk data (owed)`);
});

scenario("what became of an operation that nobody knows of is not guessed by a refresh", async (s) => {
  s.program(({ rule, bucket }) => [rule("web", { port: 80 }), bucket("logs")]);
  s.cloud.failsAfterEffect("create rule web");
  await s.apply({ continueOnError: true }).fails();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.refresh().fails("engine/uncertain");
  expect(await outputsOf(s, "logs")).toMatchObject({ acl: "public" });
  expect((await s.state()).open.size).toBe(1);
});

scenario("a read that knows the object by another id corrects it", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  await s.apply().succeeds();
  const second = s.cloud.adds("rule web", { port: 80 });
  const read = async () => ({ id: second, outputs: { state: "active" } });
  s.types({ Rule: { read } });
  s.cloud.loses("rule web", s.cloud.objects("rule web")[0]!.id);
  await s.plan({ refreshOnly: true }).shows(`refresh rule web (id)`);
  await s.refresh().succeeds();
  const [object] = (await s.state()).objects.values();
  expect(object!.stored.id).toBe(second);
  await s.refresh().changesNothing();
});

scenario("children of what is gone come to the nearest ancestor that is there", async (s) => {
  s.program(({ bucket, group }) =>
    group("web", (parent) => {
      const outer = bucket("outer", {}, { parent });
      const inner = bucket("inner", {}, { parent: outer });
      bucket("core", {}, { parent: inner });
    }),
  );
  await s.apply().succeeds();
  s.cloud.loses("bucket outer");
  s.cloud.loses("bucket inner");
  await s.refresh().succeeds();
  const { resources, objects } = await s.state();
  const rowOf = (name: string) => [...resources.values()].find((each) => each.name === name)!;
  const web = rowOf("web").rid;
  const core = rowOf("core");
  expect(core.parent).toBe(web);
  const { edges } = [...objects.values()].find(({ rid }) => rid === core.rid)!;
  expect(edges).toEqual([{ kind: "parent", to: web }]);
  await s.apply().succeeds();
  expect(s.cloud.objects()).toHaveLength(3);
});

scenario(
  "what is protected is refreshed, and leaves if it is gone: nothing is deleted by that",
  async (s) => {
    s.program(({ bucket }) => [bucket("a", {}, { protect: true }), bucket("b", {}, { protect: true })]);
    await s.apply().succeeds();
    s.cloud.drifts("bucket a", { acl: "public" });
    s.cloud.loses("bucket b");
    await s.refresh().succeeds();
    expect(await outputsOf(s, "a")).toMatchObject({ acl: "public" });
    expect(await outputsOf(s, "b")).toBeUndefined();
  },
);

scenario("what goes with something that is gone stays, without the edge", async (s) => {
  s.program(({ bucket, task }) => {
    const logs = bucket("logs");
    task("index", { command: "go" }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  await s.refresh().succeeds();
  const [object] = (await s.state()).objects.values();
  expect(object!.edges).toEqual([]);
  s.cloud.has("task index");
});

scenario("what is observed of a secret is sealed and not shown", async (s) => {
  const acl = s.secret("hidden-acl");
  s.program(({ bucket }) => bucket("logs", {}, { additionalSecretOutputs: ["acl"] }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl });
  const plan = await s.plan({ refreshOnly: true }).shows(`refresh bucket logs (acl)`);
  expect(plan.text() + JSON.stringify(plan.toJSON())).not.toContain(acl);
  await s.refresh().succeeds();
});

scenario("only what is asked for is refreshed", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.id, title: "hello" });
  });
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  s.cloud.drifts("site www", { title: "hacked" });
  await s.plan({ refreshOnly: true, targets: ["logs"] }).shows(`refresh bucket logs (acl)`);
  await s.plan({ refreshOnly: true, excludes: ["logs"] }).shows(`refresh site www (title)`);
  await s.plan({ refreshOnly: true, targets: ["nothing"] }).fails();
  await s.refresh({ targets: ["logs"] }).succeeds();
  expect(await outputsOf(s, "www")).toMatchObject({ title: "hello" });
});

scenario("a refresh that is cut off is done by the next", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id, title: "hello" }));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  s.cloud.drifts("site www", { title: "hacked" });
  s.crashAfter("record gone");
  await s.refresh({ parallel: 1 }).crashes();
  await s.refresh().succeeds();
  expect(await outputsOf(s, "www")).toMatchObject({ title: "hacked" });
  expect((await s.state()).resources.size).toBe(1);
});

scenario("a plan shows what could not be read, and the run that applies it fails for it", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.cloud.drifts("bucket b", { acl: "public" });
  s.cloud.refuses("read bucket a", "AccessDenied");
  const plan = await s.plan({ refreshOnly: true }).shows(`
    failed bucket a (provider failed)
    refresh bucket b (acl)
  `);
  expect(plan.plan.held.map(({ code }) => code)).toEqual(["provider/hook-failed"]);
  await s.apply({ plan, refresh: false }).fails("provider/hook-failed");
  expect(await outputsOf(s, "b")).toMatchObject({ acl: "public" });
});
