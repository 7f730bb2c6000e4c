import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("an option that changes is recorded without a call, and then nothing is left to do", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  await s.plan().shows(`record bucket logs (options)`);
  const since = s.cloud.effects.length;
  await s.apply().succeeds();
  s.story(`record bucket logs`);
  expect(s.cloud.changes(since)).toEqual([]);
  await s.apply().changesNothing();
  await s.destroy().fails("engine/protected");
});

scenario("an edge is recorded without a call, and orders the next destroy", async (s) => {
  s.program(({ bucket, task }) => [bucket("logs"), task("index", { command: "go" })]);
  await s.apply().succeeds();
  s.program(({ bucket, task }) => bucket("logs", {}, { dependsOn: task("index", { command: "go" }) }));
  await s.plan().shows(`record bucket logs (dependencies)`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
  await s.destroy().succeeds();
  s.story(`
    delete bucket logs
    delete task index
  `);
});

scenario("a value that comes from a resource now, and is the same, is an edge to record", async (s) => {
  s.program(({ bucket, site }) => [bucket("logs"), site("www", { bucket: "bucket-1" })]);
  await s.apply({ parallel: 1 }).succeeds();
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.plan().shows(`record site www (dependencies)`);
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete site www
    delete bucket logs
  `);
});

scenario("another spelling of the same is recorded without a call", async (s) => {
  s.program(({ task }) => task("build", { command: "go", image: "Node" }));
  await s.apply().succeeds();
  s.program(({ task }) => task("build", { command: "go", image: "node" }));
  await s.plan().shows(`record task build (inputs)`);
  await s.apply().succeeds();
  s.cloud.has("task build", { image: "Node" });
});

scenario("a trigger that is given for the first time replaces nothing", async (s) => {
  s.program(({ key }) => key("login"));
  await s.apply().succeeds();
  s.program(({ key }) => key("login", {}, { replaceTrigger: "2024" }));
  await s.plan().shows(`record key login (options)`);
  await s.apply().succeeds();
  s.program(({ key }) => key("login", {}, { replaceTrigger: "2025" }));
  await s.plan().shows(`replace key login (trigger)`);
  await s.apply().succeeds();
});

scenario("a trigger that is taken away replaces nothing", async (s) => {
  s.program(({ key }) => key("login", {}, { replaceTrigger: "2024" }));
  await s.apply().succeeds();
  s.program(({ key }) => key("login"));
  await s.plan().shows(`record key login (options)`);
  await s.apply().succeeds();
});

scenario("a replacement on request happens once", async (s) => {
  s.program(({ key, bucket }) => [key("login"), bucket("logs")]);
  await s.apply().succeeds();
  const row = [...(await s.state()).resources.values()].find(({ name }) => name === "login")!;
  await s.apply({ replace: [row.urn] }).succeeds();
  s.story(`
    create key login (replaces)
    delete key login (replaced)
  `);
  await s.apply().changesNothing();
});

scenario("what goes with another is replaced with it, and is gone before it", async (s) => {
  const program = (size: number) =>
    s.program(({ disk, task }) => {
      const data = disk("data", { size });
      task("mount", { command: "go" }, { deletedWith: data });
    });
  program(10);
  await s.apply().succeeds();
  program(20);
  await s.plan().shows(`
    replace disk data (size) delete-first
    replace task mount (deleted-with) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    delete task mount (replaced)
    delete disk data (replaced)
    create disk data (replaces)
    create task mount (replaces)
  `);
});

scenario("what is replaced with several is replaced when one of them is", async (s) => {
  const program = (bits: number) =>
    s.program(({ key, bucket }) => {
      const [a, b] = [key("a"), key("b", { bits })];
      key("both", {}, { replaceWith: [a, b] });
      bucket("none");
    });
  program(1024);
  await s.apply().succeeds();
  program(2048);
  await s.plan().shows(`
    replace key b (bits)
    replace key both (replace-with)
  `);
  await s.apply().succeeds();
});

scenario("when A stops using B, A is updated before B is deleted", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.program(({ site }) => site("www", { bucket: "none" }));
  await s.plan().shows(`
    update site www (bucket)
    delete bucket logs
  `);
  await s.apply().succeeds();
  s.story(`
    update site www
    delete bucket logs
  `);
});

scenario("when A cannot let go of B, B is not deleted", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.cloud.refusesOnce("update site www", "Busy");
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  s.story(`
    update site www failed: Busy
    delete bucket logs not started
  `);
  s.cloud.has("bucket logs");
  await s.apply().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("when A moves from B to C, C is made first and B deleted last", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("b").id }));
  await s.apply().succeeds();
  s.program(({ bucket, site }) => site("www", { bucket: bucket("c").id }));
  await s.apply().succeeds();
  s.story(`
    create bucket c
    update site www
    delete bucket b
  `);
});

scenario("resources that leave together leave in reverse order", async (s) => {
  s.program(({ bucket, site, task }) => {
    const www = site("www", { bucket: bucket("logs").id });
    task("warm", { command: www.url });
    bucket("stays");
  });
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("stays"));
  await s.apply().succeeds();
  s.story(`
    delete task warm
    delete site www
    delete bucket logs
  `);
});

scenario("a child is made after its parent", async (s) => {
  s.program(({ bucket, task }) => {
    const parent = bucket("outer");
    task("inner", { command: "go" }, { parent });
  });
  await s.apply().succeeds();
  s.story(`
    create bucket outer
    create task inner
  `);
});

scenario("a child of a parent that fails is not made", async (s) => {
  s.program(({ bucket, task }) => {
    const parent = bucket("outer");
    task("inner", { command: "go" }, { parent });
    bucket("free");
  });
  s.cloud.refusesOnce("create bucket outer", "QuotaExceeded");
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  s.story(`
    create bucket outer failed: QuotaExceeded
    create bucket free
    create task inner not started
  `);
});

scenario("what only waits for a failure by dependsOn is not started either", async (s) => {
  s.program(({ bucket, task }) => {
    task("index", { command: "go" }, { dependsOn: bucket("logs") });
    bucket("free");
  });
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  const run = await s.apply({ continueOnError: true }).ends();
  s.story(`
    create bucket logs failed: QuotaExceeded
    create bucket free
    create task index not started
  `);
  expect(run!.summary).toMatchObject({ failed: 1, "not-started": 1 });
});

scenario(
  "what is replaced through something that is deleted first goes before it, though it could stay",
  async (s) => {
    const program = (size: number) =>
      s.program(({ disk, bucket }) => bucket("logs", { region: disk("data", { size }).id }));
    program(10);
    await s.apply().succeeds();
    program(20);
    await s.plan().shows(`
    replace disk data (size) delete-first
    replace bucket logs (region) delete-first
  `);
    await s.apply().succeeds();
    s.story(`
    delete bucket logs (replaced)
    delete disk data (replaced)
    create disk data (replaces)
    create bucket logs (replaces)
  `);
  },
);

scenario("what is tainted is replaced once", async (s) => {
  s.program(({ key }) => key("login"));
  await s.apply().succeeds();
  const run = await (await s.store()).begin({ command: "taint", actor: "ana" });
  const [object] = run.snapshot.objects.values();
  await run.append({
    event: { kind: "recorded", what: "tainted" },
    changes: [{ put: "object", row: { ...object!, stored: { ...object!.stored, tainted: true } } }],
  });
  await run.end("succeeded", {});

  await s.plan().shows(`replace key login (taint)`);
  await s.apply().succeeds();
  s.story(`
    create key login (replaces)
    delete key login (replaced)
  `);
  await s.apply().changesNothing();
});
