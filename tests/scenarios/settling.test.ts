import { expect } from "vitest";
import type { Diagnostic } from "../../src/model/index.js";
import { NoEffectError } from "../../src/provider/index.js";
import type { CloudAccount } from "../../src/testing/managed-object.js";
import { scenario } from "../support/scenario.js";

function about(diagnostics: readonly Diagnostic[], code: string): Diagnostic {
  return diagnostics.find((each) => each.code === code)!;
}

scenario(
  "what cannot be looked up is held back with its dependents, and everything else proceeds",
  async (s) => {
    s.program(({ rule, task, bucket }) => {
      const web = rule("web", { port: 80 });
      task("probe", { command: web.state });
      task("later", { command: "go" }, { dependsOn: web });
      bucket("logs");
    });
    s.crashAfter("intent create rule web");
    await s.apply({ parallel: 1 }).crashes();

    const found = await s.apply().fails("engine/uncertain");
    s.story(`create bucket logs`);
    s.cloud.has("bucket logs");
    s.cloud.lacks("task probe");
    s.cloud.lacks("task later");
    const { hint, resource } = about(found, "engine/uncertain");
    expect(resource).toMatch(/Rule::web$/);
    expect(hint).toContain("coco recover web --adopt <id>");
    expect(hint).toContain("coco recover web --absent");
  },
);

scenario("what is held back stays held back, and its create is never repeated", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  s.crashAfter("effect create rule web");
  await s.apply().crashes();
  await s.apply().fails("engine/uncertain");
  await s.apply().fails("engine/uncertain");
  await s.refresh().fails("engine/uncertain");
  expect(s.cloud.changes()).toEqual(["create rule web"]);
});

scenario("a destroy takes away all but what is held back and what that needs", async (s) => {
  s.program(({ rule, bucket }) => {
    const logs = bucket("logs");
    bucket("other");
    rule("web", { port: 80, target: logs.id });
  });
  s.crashAfter("effect create rule web");
  await s.apply({ parallel: 1 }).crashes();
  await s.destroy().fails("engine/uncertain");
  s.story(`delete bucket other`);
  s.cloud.has("rule web");
  s.cloud.has("bucket logs");
});

scenario("a plan with something held back shows the others", async (s) => {
  s.program(({ rule, bucket }) => [rule("web", { port: 80 }), bucket("logs")]);
  s.crashAfter("intent create rule web");
  await s.apply({ parallel: 1 }).crashes();
  const plan = await s.plan().shows(`create bucket logs`);
  expect(plan.plan.held.map(({ code }) => code)).toEqual(["engine/uncertain"]);
});

scenario("a plan beside open intents only looks, and says what the next run will record", async (s) => {
  s.program(({ bucket, key }) => [bucket("found"), key("missing")]);
  s.cloud.failsBeforeEffect("create key missing");
  s.cloud.failsAfterEffect("create bucket found");
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  s.story(`
    create bucket found uncertain: Timeout
    create key missing uncertain: Timeout
  `);
  const head = (await s.state()).head;

  const plan = await s.plan().shows(`
    update bucket found (unfinished)
    create key missing (repeated)
  `);
  expect(plan.settled.map(({ what }) => what)).toEqual(["will adopt", "will repeat the create"]);
  const { open, head: after } = await s.state();
  expect([open.size, after]).toEqual([2, head]);
  s.cloud.lacks("key missing");
});

scenario("a plan that was made beside open intents is applied as it was shown", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();
  const plan = await s.plan().shows(`
    update bucket logs (unfinished)
    create site www
  `);
  await s.apply({ plan }).succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a request that was lost is repeated with the same key", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  s.story(`create bucket logs uncertain: Timeout`);
  const [open] = (await s.state()).open.values();
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs").map(({ token }) => token)).toEqual([open!.key]);
});

scenario("a repeated create whose answer is lost again is found by the run after it", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails();
  s.cloud.failsAfterEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("an update whose answer was lost is made again", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  s.cloud.failsAfterEffect("update bucket logs");
  await s.apply().fails("provider/hook-failed");
  s.story(`update bucket logs uncertain: Timeout`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("a delete whose answer was lost is looked at, not repeated", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.failsAfterEffect("delete bucket logs");
  await s.destroy().fails("provider/hook-failed");
  s.story(`delete bucket logs uncertain: Timeout`);
  await s.destroy().succeeds();
  expect(s.cloud.effects.filter(({ action }) => action === "delete")).toHaveLength(1);
});

scenario("several objects with one key stop the resource and are listed", async (s) => {
  s.program(({ bucket, task }) => [bucket("logs"), task("other", { command: "go" })]);
  s.crashAfter("effect create bucket logs");
  await s.apply({ parallel: 1 }).crashes();
  const outputs = { arn: "arn", acl: "private", size: 0 };
  s.types({ Bucket: { find: async () => ["bucket-1", "bucket-9"].map((id) => ({ id, outputs })) } });

  const found = await s.apply().fails("engine/uncertain");
  expect(about(found, "engine/uncertain").detail).toContain("bucket-1, bucket-9");
  s.story(`create task other`);
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);

  s.types({});
  await s.apply().succeeds();
});

scenario("being refused an answer is not the answer that there is nothing", async (s) => {
  s.program(({ bucket, task }) => [bucket("logs"), task("other", { command: "go" })]);
  s.crashAfter("effect create bucket logs");
  await s.apply({ parallel: 1 }).crashes();
  s.cloud.refuses("find bucket", "AccessDenied");
  await s.apply().fails("provider/hook-failed");
  s.story(`create task other`);
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);

  s.cloud.recovers();
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a delete that cannot be looked at is held back", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.program(() => {});
  s.crashAfter("intent delete bucket a");
  await s.apply({ parallel: 1 }).crashes();
  s.cloud.refuses("read bucket a", "AccessDenied");
  await s.apply().fails("provider/hook-failed");
  s.story(`delete bucket b`);
  s.cloud.has("bucket a");
  s.cloud.recovers();
  await s.apply().succeeds();
  s.cloud.lacks("bucket a");
});

for (const when of ["before", "after"] as const) {
  scenario(`a run that is killed ${when} it writes what it found out leaves that to the next`, async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
    s.crashAfter("effect create bucket logs");
    await s.apply().crashes();
    const crash = when === "before" ? s.crashBefore.bind(s) : s.crashAfter.bind(s);
    crash("outcome create bucket logs");
    await s.apply().crashes();
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket logs")).toHaveLength(1);
    s.cloud.has("site www", { bucket: "bucket-1" });
  });
}

scenario("a run that is killed while it repeats a create does not make the object twice", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("intent create bucket logs");
  await s.apply().crashes();
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();
  await s.apply().succeeds();
  expect(s.cloud.effects.filter(({ action }) => action === "create")).toHaveLength(1);
});

scenario("a create that is refused when it is repeated is planned afresh", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("intent create bucket logs");
  await s.apply().crashes();
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  await s.apply().succeeds();
  s.story(`create bucket logs`);
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a destroy settles what was begun, and takes that away too", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();
  await s.destroy().succeeds();
  s.story(`delete bucket logs`);
  s.cloud.lacks("bucket logs");
});

scenario("a refresh settles what was begun", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();
  await s.refresh().succeeds();
  expect((await s.state()).open.size).toBe(0);
});

scenario("what a run finds out about earlier ones is told", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();
  await s.apply().succeeds();
  const told = s.events.flatMap((event) => (event.kind === "settled" ? [event.result] : []));
  expect(told).toEqual(["adopted"]);
});

scenario("a plan beside a live run works on what was written last, and says so", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  s.cloud.hangs("create site www");
  const run = s.apply();
  await s.cloud.hanging("create site www");
  const plan = await s.beside().plan().succeeds();
  expect(plan.beside?.command).toBe("apply");
  expect(plan.plan.held).toMatchObject([{ code: "engine/in-progress", severity: "note" }]);
  expect(plan.text()).not.toMatch(/cut off|coco recover/);
  await s.beside().apply().fails();
  s.cloud.releases("create site www");
  await run.succeeds();
});

scenario("what something held back needs stays, however far away", async (s) => {
  s.program(({ rule, bucket, site }) => {
    const www = site("www", { bucket: bucket("logs").id });
    rule("web", { port: 80, target: www.url });
  });
  s.crashAfter("effect create rule web");
  await s.apply().crashes();
  await s.destroy().fails("engine/uncertain");
  s.story(``);
  s.cloud.has("bucket logs");
});

scenario("what a dependent that is held back still uses is not deleted", async (s) => {
  s.program(({ rule, bucket, task }) => {
    const web = rule("web", { port: 80 });
    task("probe", { command: bucket("logs").arn, image: web.state });
  });
  await s.apply().succeeds();
  s.program(({ rule, task }) => {
    const web = rule("web", { port: 80 }, { replaceTrigger: 1 });
    task("probe", { command: "none", image: web.state });
  });
  const row = [...(await s.state()).resources.values()].find(({ name }) => name === "web");
  s.crashAfter("intent create rule web");
  await s.apply({ replace: [row!.urn], parallel: 1 }).crashes();
  await s.apply().fails("engine/uncertain");
  s.cloud.has("task probe", { command: "arn:bucket-2" });
  s.cloud.has("bucket logs");
});

scenario("what is held back is so under its new name", async (s) => {
  s.program(({ rule }) => rule("old", { name: "web", port: 80 }));
  s.crashAfter("intent create rule old");
  await s.apply().crashes();
  s.program(({ rule }) => rule("new", { name: "web", port: 80 }, { aliases: [{ name: "old" }] }));
  await s.apply().fails("engine/uncertain");
});

scenario("two deletes of one resource that were cut off together are settled together", async (s) => {
  s.program(({ key }) => key("main", { bits: 1 }));
  await s.apply().succeeds();
  s.program(({ key }) => key("main", { bits: 2 }));
  s.cloud.refuses("delete key main", "AccessDenied");
  await s.apply().fails("provider/hook-failed");
  s.cloud.recovers();
  for (let times = 0; times < 2; times++) s.cloud.failsAfterEffect("delete key main");
  await s.destroy({ continueOnError: true }).fails("provider/hook-failed");
  expect((await s.state()).open.size).toBe(2);
  await s.plan({ destroy: true }).showsNothing();
  await s.destroy().succeeds();
});

scenario("a provider that stumbles over an answer has made what it asked for: it is found", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.types({ Bucket: { create: stumbling } });
  await s.apply().fails("provider/hook-failed");
  s.types({});
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("a provider that knows that nothing happened says so, whatever the reason", async (s) => {
  const unreadable = new TypeError("Cannot read properties of undefined (reading 'token')");
  const hooks = { update: refused, delete: refused, create: refused };
  async function refused(): Promise<never> {
    throw new NoEffectError("The request was not sent.", { cause: unreadable });
  }
  s.types({ Bucket: hooks });
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().fails("provider/hook-failed");
  expect((await s.state()).open.size).toBe(0);

  s.types({});
  await s.apply().succeeds();
  s.types({ Bucket: hooks });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  await s.apply().fails("provider/hook-failed");
  await s.destroy().fails("provider/hook-failed");
  expect((await s.state()).open.size).toBe(0);
  s.cloud.has("bucket logs");
});

interface CreateCall {
  readonly client: CloudAccount;
  readonly inputs: { readonly name: string };
  readonly idempotencyKey: string;
}

async function stumbling({ client, inputs, idempotencyKey }: CreateCall): Promise<never> {
  const { cloud, account } = client;
  await cloud.create({
    kind: "bucket",
    name: inputs.name,
    properties: inputs,
    token: idempotencyKey,
    account,
  });
  throw new TypeError("Cannot read properties of undefined (reading 'id')");
}
