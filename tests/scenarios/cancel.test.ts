import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a cancelled run lets what is running finish, and says what it waits for", async (s) => {
  s.program(({ bucket, site }) => {
    site("www", { bucket: bucket("logs").id });
    bucket("other");
  });
  const cancel = new AbortController();
  s.cloud.hangs("create bucket logs");
  const run = s.apply({ signal: cancel.signal, parallel: 1 });
  await s.cloud.hanging("create bucket logs");
  cancel.abort();
  s.cloud.releases("create bucket logs");
  const { ok, summary } = (await run.ends())!;
  expect(ok).toBe(false);
  expect(summary).toBeDefined();
  s.story(`
    create bucket logs
    create site www not started
    create bucket other not started
  `);
  const waitingFor = s.events.flatMap((event) => (event.kind === "cancelling" ? event.waitingFor : []));
  expect(waitingFor.map((urn) => urn.split("::").at(-1))).toEqual(["logs"]);
  expect((await s.state()).open.size).toBe(0);
});

scenario("the history says that a run was interrupted", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  const cancel = new AbortController();
  s.cloud.hangs("create bucket a");
  const run = s.apply({ signal: cancel.signal, parallel: 1 });
  await s.cloud.hanging("create bucket a");
  cancel.abort();
  s.cloud.releases("create bucket a");
  await run.fails();
  expect((await (await s.stack()).history()).map(({ result }) => result)).toContain("interrupted");
});

scenario("a run that was cancelled before it began does nothing", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const cancel = new AbortController();
  cancel.abort();
  await s.apply({ signal: cancel.signal }).fails();
  s.story(`create bucket logs not started`);
  expect(s.cloud.effects).toEqual([]);
  await s.apply().succeeds();
});

scenario("a run that is left leaves what it was doing open, and the next one settles it", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  const cancel = new AbortController();
  const leave = new AbortController();
  s.cloud.hangs("create bucket logs");
  const run = s.apply({ signal: cancel.signal, leave: leave.signal });
  await s.cloud.hanging("create bucket logs");
  cancel.abort();
  leave.abort();
  await run.fails("apply/interrupted");
  s.story(`
    create bucket logs uncertain: apply/interrupted
    create site www not started
  `);
  const [open] = (await s.state()).open.values();
  expect(open?.action).toBe("create");

  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs").map(({ token }) => token)).toEqual([open!.key]);
});

scenario("what a run that was left did after all is found by the next", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const leave = new AbortController();
  s.cloud.hangs("create bucket logs");
  const run = s.apply({ signal: leave.signal, leave: leave.signal });
  await s.cloud.hanging("create bucket logs");
  leave.abort();
  await run.fails();
  s.cloud.releases("create bucket logs");
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a run that settles what an earlier one began can be left", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("other")]);
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply({ parallel: 1 }).fails("provider/hook-failed");
  const [open] = (await s.state()).open.values();
  const leave = new AbortController();
  s.cloud.hangs("create bucket logs");
  const run = s.apply({ signal: leave.signal, leave: leave.signal });
  await s.cloud.hanging("create bucket logs");
  leave.abort();
  await run.fails("engine/interrupted-before-plan");
  expect((await (await s.stack()).history()).at(-1)?.result).toBe("interrupted");
  expect([...(await s.state()).open.values()].map(({ key }) => key)).toEqual([open!.key]);
  s.cloud.releases("create bucket logs");
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a run that looks at what there is can be left, and changes nothing", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  for (const begin of [s.apply.bind(s), s.destroy.bind(s), s.refresh.bind(s)]) {
    const leave = new AbortController();
    s.cloud.hangs("read bucket logs");
    const run = begin({ leave: leave.signal });
    await s.cloud.hanging("read bucket logs");
    leave.abort();
    await run.fails("engine/interrupted-before-plan");
    s.cloud.releases("read bucket logs");
  }
  await s.apply().changesNothing();
});

scenario("an import can be left while it looks", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const leave = new AbortController();
  s.cloud.hangs("read bucket logs");
  const requests = [{ type: "cloud:index:Bucket", name: "again", id: "bucket-1" }];
  const run = s.import(requests, { leave: leave.signal });
  await s.cloud.hanging("read bucket logs");
  leave.abort();
  await run.fails("engine/no-answer");
  s.cloud.releases("read bucket logs");
  expect((await s.state()).resources.size).toBe(1);
});

scenario("a run that waits for what is not seen yet can be left", async (s) => {
  s.types({ Bucket: { settlesWithinMs: 60_000 } });
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  const leave = new AbortController();
  s.types({
    Bucket: {
      settlesWithinMs: 60_000,
      read: async () => {
        leave.abort();
        return null;
      },
    },
  });
  await s.apply({ leave: leave.signal }).fails("engine/interrupted-before-plan");
  expect((await s.state()).resources.size).toBe(1);
  s.types({});
  await s.apply().succeeds();
});

scenario("a cancelled destroy keeps what it has not deleted", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  const cancel = new AbortController();
  s.cloud.hangs("delete site www");
  const run = s.destroy({ signal: cancel.signal });
  await s.cloud.hanging("delete site www");
  cancel.abort();
  s.cloud.releases("delete site www");
  await run.fails();
  s.story(`
    delete site www
    delete bucket logs not started
  `);
  await s.destroy().succeeds();
  s.story(`delete bucket logs`);
});
