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
  await run.fails("apply/left-open");
  s.story(`
    create bucket logs uncertain: apply/left-open
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
