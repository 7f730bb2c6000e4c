import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("the first failure stops what has not begun", async (s) => {
  s.program(({ bucket, site }) => {
    const a = bucket("a");
    const b = bucket("b");
    site("on-a", { bucket: a.id });
    site("on-b", { bucket: b.id });
  });
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  await s.apply({ parallel: 1 }).fails("provider/hook-failed");
  s.story(`
    create bucket a   failed: QuotaExceeded
    create bucket b   not started
    create site on-a  not started
    create site on-b  not started
  `);
  await s.apply().succeeds();
});

scenario("what is running when another fails is finished and recorded", async (s) => {
  s.program(({ bucket }) => [bucket("slow"), bucket("bad"), bucket("late")]);
  s.cloud.hangs("create bucket slow");
  s.cloud.refusesOnce("create bucket bad", "QuotaExceeded");
  const run = s.apply({ parallel: 2 });
  await s.cloud.hanging("create bucket slow");
  // The failure is noticed meanwhile, however slow the machine is.
  while (!s.cloud.effects.some(({ result }) => result === "refused")) await nextTurn();
  for (let turn = 0; turn < 200; turn++) await nextTurn();
  s.cloud.releases("create bucket slow");
  await run.fails("provider/hook-failed");
  s.story(`
    create bucket slow
    create bucket bad   failed: QuotaExceeded
    create bucket late  not started
  `);
  s.cloud.has("bucket slow");
  await s.plan().shows(`
    create bucket bad
    create bucket late
  `);
});

scenario("with continue-on-error everything that does not depend on a failure goes on", async (s) => {
  s.program(({ bucket, site }) => {
    const a = bucket("a");
    const b = bucket("b");
    site("on-a", { bucket: a.id });
    site("on-b", { bucket: b.id });
  });
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  await s.apply({ parallel: 1, continueOnError: true }).fails("provider/hook-failed");
  s.story(`
    create bucket a   failed: QuotaExceeded
    create bucket b
    create site on-b
    create site on-a  not started
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket a
    create site on-a
  `);
});

scenario("two failures of one run are both told", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  s.cloud.refusesOnce("create bucket a", "QuotaExceeded");
  s.cloud.refusesOnce("create bucket b", "NameReserved");
  const problems = await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  expect(problems.map(({ detail }) => /threw (\w+)/.exec(detail)?.[1])).toEqual([
    "QuotaExceeded",
    "NameReserved",
  ]);
});

scenario("a failed create leaves no trace in state", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  await s.apply().fails("provider/hook-failed");
  expect((await s.state()).resources.size).toBe(0);
  await s.plan().shows(`create bucket logs`);
});

scenario("a failed update keeps what was recorded", async (s) => {
  s.program(({ bucket }) => bucket("logs", { acl: "private" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  s.cloud.refusesOnce("update bucket logs", "Forbidden");
  await s.apply().fails("provider/hook-failed");
  s.cloud.has("bucket logs", { acl: "private" });
  await s.plan().shows(`update bucket logs (acl)`);
  await s.apply().succeeds();
});

scenario("a failed delete is tried again", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete bucket logs", "NotEmpty");
  await s.destroy().fails("provider/hook-failed");
  s.story(`
    delete site www
    delete bucket logs failed: NotEmpty
  `);
  await s.destroy().succeeds();
  s.story(`delete bucket logs`);
});

scenario("the outputs of a failed run are those of before", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  await s.apply().succeeds();
  s.program(({ bucket }) => ({ arn: bucket("logs", { region: "us" }).arn }));
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  await s.apply().fails();
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-1" });
});

scenario("a create that stops half way is kept and finished by the next run", async (s) => {
  s.program(({ bucket, site, task }) => {
    const www = site("www", { bucket: bucket("logs").id });
    task("warm", { command: www.url });
  });
  s.cloud.refusesOnce("finish site www", "OutOfCapacity");
  await s.apply().fails("provider/hook-failed");
  s.story(`
    create bucket logs
    create site www   failed: OutOfCapacity
    create task warm  not started
  `);
  await s.plan().shows(`
    update site www (unfinished)
    create task warm
  `);
  await s.apply().succeeds();
  s.story(`
    update site www
    create task warm
  `);
  expect(s.cloud.objects("site www")).toHaveLength(1);
  expect(s.cloud.objects("site www")[0]!.ready).toBe(true);
});

scenario("an unfinished object that is no longer wanted is deleted", async (s) => {
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.cloud.refusesOnce("finish site www", "OutOfCapacity");
  await s.apply().fails("provider/hook-failed");
  s.program(() => {});
  await s.apply().succeeds();
  s.story(`delete site www`);
});

scenario("an unfinished object can be destroyed", async (s) => {
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.cloud.refusesOnce("finish site www", "OutOfCapacity");
  await s.apply().fails("provider/hook-failed");
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("an answer that was lost is found out about before anything else", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  s.cloud.failsAfterEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  s.story(`
    create bucket logs uncertain: Timeout
    create site www not started
  `);
  await s.apply().succeeds();
  s.story(`
    update bucket logs
    create site www
  `);
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a lost answer of a type that cannot search holds it and its dependents back", async (s) => {
  s.program(({ rule, task, bucket }) => {
    const web = rule("web", { port: 80 });
    task("check", { command: web.state });
    bucket("logs");
  });
  s.cloud.failsAfterEffect("create rule web");
  await s.apply().fails("provider/hook-failed");
  await s.apply().fails("engine/uncertain");
  expect(s.cloud.objects("rule web")).toHaveLength(1);
  s.cloud.lacks("task check");
  s.cloud.has("bucket logs");
});
