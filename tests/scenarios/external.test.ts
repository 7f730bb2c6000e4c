import { expect } from "vitest";
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
  await s.apply({ replace: [row!.urn] }).changesNothing();
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
  await s.plan().fails("provider/hook-failed");
  await s.refresh().fails("provider/hook-failed");
  expect((await s.state()).resources.size).toBe(1);
});
