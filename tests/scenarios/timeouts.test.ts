import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const hour = 3_600_000;
const tenMinutes = 600_000;

/** A hook that is never done, and when it is called. */
function stuck() {
  let begin!: () => void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const hook = () => {
    begin();
    return new Promise<never>(() => {});
  };
  return { hook, begun };
}

scenario("a create that takes longer than it may is left, and settled by the next run", async (s) => {
  const { hook, begun } = stuck();
  s.types({ Bucket: { create: hook } });
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { create: "20ms" } }));
  const run = s.apply();
  await begun;
  await s.time.pass(20);
  const [problem] = await run.fails("apply/timed-out");
  expect(problem?.resource).toContain("logs");
  s.types({});
  await s.apply().succeeds();
  s.cloud.has("bucket logs");
  await s.apply().changesNothing();
});

scenario("the hook is told when its time is over", async (s) => {
  let reason: unknown;
  const { hook, begun } = stuck();
  const waits = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      void hook();
      signal.addEventListener("abort", () => {
        reason = signal.reason;
        reject(new Error("stopped"));
      });
    });
  s.types({ Bucket: { create: waits } });
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { create: 0.02 } }));
  const run = s.apply();
  await begun;
  await s.time.pass(20);
  await run.fails("apply/timed-out");
  expect(reason).toMatchObject({ name: "TimeoutError" });
});

scenario("an update that takes longer than it may is made again by the next run", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const { hook, begun } = stuck();
  s.types({ Bucket: { update: hook } });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }, { customTimeouts: { update: "20ms" } }));
  const run = s.apply();
  await begun;
  await s.time.pass(20);
  await run.fails("apply/timed-out");
  s.types({});
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("a delete keeps the time that was recorded for it, without the program", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { delete: "20ms" } }));
  await s.apply().succeeds();
  const { hook, begun } = stuck();
  s.types({ Bucket: { delete: hook } });
  s.program(() => {});
  const run = s.apply();
  await begun;
  await s.time.pass(20);
  await run.fails("apply/timed-out");
  s.types({});
  await s.apply().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("a delete has the time that the program gives it now", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { delete: "10ms" } }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { delete: "2h" } }));
  s.cloud.hangs("delete bucket logs");
  const run = s.destroy();
  await s.cloud.hanging("delete bucket logs");
  await s.time.pass(hour);
  s.cloud.releases("delete bucket logs");
  await run.succeeds();
});

scenario("others go on while one runs out of time, and only it is uncertain", async (s) => {
  const { hook, begun } = stuck();
  s.types({ Disk: { create: hook } });
  s.program(({ bucket, disk }) => {
    disk("slow", { size: 1 }, { customTimeouts: { create: "20ms" } });
    bucket("logs");
  });
  const run = s.apply({ continueOnError: true });
  await begun;
  await s.time.pass(20);
  await run.fails("apply/timed-out");
  s.cloud.has("bucket logs");
});

scenario("a call that is done in time is not affected", async (s) => {
  s.program(({ bucket }) =>
    bucket("logs", {}, { customTimeouts: { create: "1h", update: 60, delete: "10000h" } }),
  );
  await s.apply().succeeds();
  await s.destroy().succeeds();
});

scenario("a create that never ends is given up after an hour, and settled by the next run", async (s) => {
  s.program(({ bucket, task }) => [bucket("logs"), task("other", { command: "go" })]);
  s.cloud.hangs("create bucket logs");
  const run = s.apply({ continueOnError: true });
  await s.cloud.hanging("create bucket logs");
  await s.time.pass(hour - 1);
  await s.time.pass(1);
  const [problem] = await run.fails("apply/timed-out");
  expect(problem!.detail).toContain("the create within 1 hour");
  expect(problem!.hint).toContain('customTimeouts: { create: "3h" }');
  s.cloud.has("task other");
  const [open] = (await s.state()).open.values();
  expect(open).toMatchObject({ action: "create" });
  await s.apply().succeeds();
  s.cloud.has("bucket logs");
});

for (const [action, begin] of [
  ["update", (s: Scenario) => s.program(({ bucket }) => bucket("logs", { acl: "public" }))],
  ["delete", (s: Scenario) => s.program(() => {})],
] as const) {
  scenario(`a ${action} that never ends is given up after an hour`, async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    await s.apply().succeeds();
    begin(s);
    s.cloud.hangs(`${action} bucket logs`);
    const run = s.apply();
    await s.cloud.hanging(`${action} bucket logs`);
    await s.time.pass(hour);
    await run.fails("apply/timed-out");
    await s.apply().succeeds();
  });
}

scenario("the deadline that is recorded with an intent is the one that is enforced", async (s) => {
  const [first, second] = [stuck(), stuck()];
  s.types({ Bucket: { create: first.hook }, Key: { create: second.hook } });
  s.program(({ bucket, key }) => [bucket("logs", {}, { customTimeouts: { create: "2h" } }), key("main")]);
  const run = s.apply({ continueOnError: true });
  await Promise.all([first.begun, second.begun]);
  await s.time.pass(hour);
  await s.time.pass(hour);
  await run.fails("apply/timed-out");
  const { open, objects } = await s.state();
  const given = [...open.values()].map(({ rid, deadline }) => {
    const { createdAt } = [...objects.values()].find((each) => each.rid === rid)!;
    return Date.parse(deadline) - Date.parse(createdAt!);
  });
  expect(given.sort((a, b) => a - b)).toEqual([hour, 2 * hour]);
});

scenario("a create that is repeated has the time that it had", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { customTimeouts: { create: "2h" } }));
  s.crashAfter("intent create bucket logs");
  await s.apply().crashes();
  s.cloud.hangs("create bucket logs");
  const run = s.apply();
  await s.cloud.hanging("create bucket logs");
  await s.time.pass(hour);
  await s.time.pass(hour);
  const [problem] = await run.fails("apply/timed-out");
  expect(problem!.detail).toContain("within 2 hours, the timeout that its option customTimeouts sets");
  await s.apply().succeeds();
});

scenario("a read that is never answered fails its resource, and is not taken for an absence", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("other")]);
  await s.apply().succeeds();
  s.cloud.hangs("read bucket logs");
  const plan = s.plan();
  await s.cloud.hanging("read bucket logs");
  await s.time.pass(tenMinutes);
  const [problem, ...others] = (await plan.shows(`failed bucket logs (provider failed)`)).plan.held;
  expect(problem!.code).toBe("engine/no-answer");
  expect(problem!.resource).toContain("logs");
  expect(problem!.detail).toContain(
    "read of cloud:index:Bucket: the provider did not answer within 10 minutes",
  );
  expect(others).toEqual([]);
});

scenario("a refresh goes on with the others when one read is never answered", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("other")]);
  await s.apply().succeeds();
  s.cloud.drifts("bucket other", { acl: "public" });
  s.cloud.hangs("read bucket logs");
  const run = s.refresh();
  await s.cloud.hanging("read bucket logs");
  await s.time.pass(tenMinutes);
  await run.fails("engine/no-answer");
  const observed = [...(await s.state()).objects.values()].map(({ stored }) => stored.outputs["acl"]);
  expect(observed).toEqual(["private", "public"]);
});

scenario("what is never found out about a create that was cut off holds it back", async (s) => {
  s.program(({ bucket, task }) => [bucket("logs"), task("other", { command: "go" })]);
  s.crashAfter("effect create bucket logs");
  await s.apply({ parallel: 1 }).crashes();
  s.cloud.hangs("find bucket");
  const run = s.apply();
  await s.cloud.hanging("find bucket");
  await s.time.pass(tenMinutes);
  await run.fails("engine/no-answer");
  s.story(`create task other`);
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

for (const [type, what] of [
  ["Task", "validate"],
  ["Bucket", "lookup"],
] as const) {
  scenario(`a ${what} that never ends is given up`, async (s) => {
    const id = s.cloud.adds("bucket there");
    const { hook, begun } = stuck();
    s.types({ [type]: { [what]: hook } });
    s.program(({ task, types: { Bucket } }) => [task("job", { command: "go" }), Bucket.get("seen", id)]);
    const plan = s.plan();
    await begun;
    await s.time.pass(tenMinutes);
    const { failed, plan: made } = await plan.succeeds();
    expect(failed.map(({ name }) => name)).toEqual([type === "Task" ? "job" : "seen"]);
    expect(made.held).toMatchObject([{ code: "engine/no-answer" }]);
  });
}

scenario("a function that never answers is given up", async (s) => {
  s.cloud.hangs("read bucket bucket-1");
  s.program(({ functions, coconut }) => ({
    info: coconut.invokeOutput(functions.bucketInfo, { id: "bucket-1" }),
  }));
  const plan = s.plan();
  await s.cloud.hanging("read bucket bucket-1");
  await s.time.pass(tenMinutes);
  const [problem] = await plan.fails("engine/no-answer");
  expect(problem!.detail).toContain("cloud:index:bucketInfo");
});

scenario("what a provider still answers when it was given up does nothing", async (s) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on("unhandledRejection", note);
  let goOn!: () => void;
  const later = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  s.types({
    Site: {
      create: async ({ identified }: { identified: (id: string) => Promise<void> }) => {
        await later;
        void identified("site-7");
        throw new Error("too late");
      },
    },
  });
  s.program(({ site, bucket }) => [site("www", { bucket: "none" }), bucket("logs")]);
  s.cloud.hangs("create bucket logs");
  const run = s.apply({ continueOnError: true });
  await s.cloud.hanging("create bucket logs");
  await s.time.pass(hour);
  goOn();
  await run.fails("apply/timed-out");
  await s.time.pass(0);
  process.off("unhandledRejection", note);
  expect(rejections).toEqual([]);
  expect([...(await s.state()).open.values()].map(({ identified }) => identified)).toEqual([
    undefined,
    undefined,
  ]);
});

scenario("calls that have ended leave no timer behind", async (s) => {
  s.program(({ bucket, site }) => {
    for (let index = 0; index < 50; index++) site(`www-${index}`, { bucket: bucket(`logs-${index}`).id });
  });
  await s.apply().succeeds();
  await s.refresh().succeeds();
  await s.destroy().succeeds();
  expect(s.time.deadlines).toBe(0);
});
