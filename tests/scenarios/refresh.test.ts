import { expect } from "vitest";
import type { Scenario } from "../../src/testing/scenario/index.js";
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
