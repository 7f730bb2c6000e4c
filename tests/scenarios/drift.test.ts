import { scenario } from "../support/scenario.js";

scenario("what others changed is put back", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.plan().shows(`update bucket logs (drift: acl)`);
  await s.apply().succeeds();
  s.story(`update bucket logs`);
  s.cloud.has("bucket logs", { acl: undefined });
});

scenario("a size that moves by itself is no drift", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { size: 17 });
  await s.apply().changesNothing();
});

scenario("what is gone is created again, and its dependents follow", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  await s.plan().shows(`
    create bucket logs (gone)
    update site www (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket logs
    update site www
  `);
  s.cloud.has("site www", { bucket: "bucket-3" });
});

scenario("an object that cannot be read is never taken for gone", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.refuses("read bucket logs", "AccessDenied");
  await s.plan().shows(`failed bucket logs (provider failed)`);
  for (const options of [{}, { continueOnError: true }]) {
    await s.apply(options).fails("provider/hook-failed");
    await s.destroy(options).fails("provider/hook-failed");
  }
  s.cloud.has("bucket logs");
  s.cloud.recovers();
  await s.apply().changesNothing();
});

scenario("without reading, drift is not seen and nothing is done", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.plan({ refresh: false }).showsNothing();
  await s.apply({ refresh: false }).changesNothing();
  await s.plan().shows(`update bucket logs (drift: acl)`);
});

scenario("a refresh takes the world's values and still lets the next plan repair them", async (s) => {
  s.program(({ bucket }) => ({ acl: bucket("logs").acl }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.refresh().succeeds();
  await s.plan().shows(`update bucket logs (drift: acl)`);
  await s.plan({ refresh: false }).shows(`update bucket logs (drift: acl)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: undefined });
});

scenario("a refresh drops what is gone, together with what pointed at it", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  await s.refresh().succeeds();
  await s.plan().shows(`
    create bucket logs
    update site www (bucket)
  `);
  await s.apply().succeeds();
});

scenario("a refresh of a world that did not move writes nothing of note", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  await s.refresh().changesNothing();
  await s.apply().changesNothing();
});

scenario("what is gone and no longer wanted is forgotten without a call", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  s.program(() => {});
  await s.plan().shows(`forget bucket logs (gone)`);
  await s.apply().succeeds();
  s.story(`forget bucket logs`);
});

scenario("drift and a change of the program are one update", async (s) => {
  s.program(({ bucket }) => bucket("logs", { acl: "private" }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  s.program(({ bucket }) => bucket("logs", { acl: "private", tags: { owner: "ana" } }));
  await s.plan().shows(`update bucket logs (tags; drift: acl)`);
  await s.apply().succeeds();
  s.story(`update bucket logs`);
  s.cloud.has("bucket logs", { acl: "private", tags: { owner: "ana" } });
});

scenario("an object that vanishes between plan and delete is deleted all the same", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(() => {});
  const plan = await s.plan().shows(`delete bucket logs`);
  s.cloud.loses("bucket logs");
  await s.apply({ plan }).succeeds();
  s.story(`delete bucket logs`);
});
