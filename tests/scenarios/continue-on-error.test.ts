import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

const goOn = { continueOnError: true, parallel: 1 } as const;

scenario("everything that does not depend on a failure is made; the run has failed", async (s) => {
  s.program(({ bucket, site, task }) => {
    const a = bucket("a");
    const b = bucket("b");
    const onA = site("on-a", { bucket: a.id });
    site("on-b", { bucket: b.id });
    task("behind", { command: onA.url });
  });
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  const found = await s.apply(goOn).fails("provider/hook-failed");
  expect(found).toHaveLength(1);
  s.story(`
    create bucket a failed: QuotaExceeded
    create bucket b
    create site on-b
    create site on-a not started
    create task behind not started
  `);
  await s.apply().succeeds();
});

scenario("failed, not started and done are counted apart", async (s) => {
  s.program(({ bucket, site }) => {
    site("on-a", { bucket: bucket("a").id });
    bucket("b");
    bucket("c");
  });
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  const run = await s.apply(goOn).ends();
  expect(run).toMatchObject({ ok: false, summary: { failed: 1, "not-started": 1, create: 2 } });
});

scenario("every failure is reported", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b"), bucket("c")]);
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  s.cloud.refusesOnce("create bucket c", "Forbidden");
  expect(await s.apply(goOn).fails("provider/hook-failed")).toHaveLength(2);
  s.story(`
    create bucket a failed: QuotaExceeded
    create bucket b
    create bucket c failed: Forbidden
  `);
});

scenario("an update that fails does not keep others from theirs", async (s) => {
  let acl = "private";
  s.program(({ bucket, task }) => {
    const a = bucket("a", { acl });
    bucket("b", { acl });
    task("shows-a", { command: a.acl });
  });
  await s.apply().succeeds();
  acl = "public";
  s.cloud.refusesOnce("update bucket a", "Throttled");
  await s.apply(goOn).fails("provider/hook-failed");
  s.story(`
    update bucket a failed: Throttled
    update bucket b
    update task shows-a not started
  `);
  s.cloud.has("task shows-a", { command: "private" });
  await s.apply().succeeds();
});

scenario(
  "what a failed resource still needs is not deleted, and everything else that leaves is",
  async (s) => {
    let old = true;
    s.program(({ bucket, site }) => {
      const logs = old ? bucket("old") : bucket("new");
      if (old) bucket("gone");
      site("www", { bucket: logs.id });
    });
    await s.apply().succeeds();
    old = false;
    s.cloud.refusesOnce("update site www", "Throttled");
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`
    create bucket new
    update site www failed: Throttled
    delete bucket gone
    delete bucket old not started
  `);
    s.cloud.has("bucket old");
    await s.apply().succeeds();
    s.story(`
    update site www
    delete bucket old
  `);
  },
);

scenario("the object that a failed replacement was to take the place of stays", async (s) => {
  let region = "eu";
  s.program(({ bucket, task }) => {
    bucket("logs", { region });
    task("beside", { command: region });
  });
  await s.apply().succeeds();
  region = "us";
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  await s.apply(goOn).fails("provider/hook-failed");
  s.story(`
    create bucket logs (replaces) failed: QuotaExceeded
    update task beside
    delete bucket logs (replaced) not started
  `);
  s.cloud.has("bucket logs", { region: "eu" });
  await s.apply().succeeds();
});

scenario("a destroy goes on too: what a failed delete needs stays", async (s) => {
  s.program(({ bucket, site }) => {
    site("on-a", { bucket: bucket("a").id });
    site("on-b", { bucket: bucket("b").id });
  });
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete site on-a", "InUse");
  await s.destroy(goOn).fails("provider/hook-failed");
  s.cloud.has("site on-a");
  s.cloud.has("bucket a");
  s.cloud.lacks("site on-b");
  s.cloud.lacks("bucket b");
  await s.destroy().succeeds();
});

scenario("a destroy after a run that went on takes what there is", async (s) => {
  s.program(({ bucket, site }) => {
    site("on-a", { bucket: bucket("a").id });
    bucket("b");
  });
  s.cloud.refuses("create bucket a", "QuotaExceeded");
  await s.apply(goOn).fails("provider/hook-failed");
  s.cloud.recovers();
  await s.destroy().succeeds();
  s.story("delete bucket b");
});

scenario("outputs of a run that failed are those of before", async (s) => {
  let acl = "private";
  s.program(({ bucket }) => {
    const a = bucket("a", { acl });
    const b = bucket("b", { acl });
    return { a: a.acl, b: b.acl };
  });
  await s.apply().succeeds();
  acl = "public";
  s.cloud.refusesOnce("update bucket a", "Throttled");
  await s.apply(goOn).fails("provider/hook-failed");
  expect(await s.outputs()).toEqual({ a: "private", b: "private" });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ a: "public", b: "public" });
});

scenario("in a replacement that deletes first, a failure keeps what is behind it waiting", async (s) => {
  let size = 1;
  s.program(({ disk, task, bucket }) => {
    const data = disk("data", { size });
    task("mount", { command: data.device }, { dependsOn: data });
    bucket("beside", { acl: `size-${size}` });
  });
  await s.apply().succeeds();
  size = 2;
  s.cloud.refusesOnce("create disk data", "QuotaExceeded");
  await s.apply(goOn).fails("provider/hook-failed");
  s.cloud.has("bucket beside", { acl: "size-2" });
  s.cloud.lacks("disk data");
  await s.apply().succeeds();
});

scenario("with targets, a failure stops what depends on it and nothing else", async (s) => {
  s.program(({ bucket, site }) => {
    site("on-a", { bucket: bucket("a").id });
    site("on-b", { bucket: bucket("b").id });
    bucket("c");
  });
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  await s.apply({ ...goOn, excludes: ["c"] }).fails("provider/hook-failed");
  s.story(`
    create bucket a failed: QuotaExceeded
    create bucket b
    create site on-b
    create site on-a not started
  `);
});
