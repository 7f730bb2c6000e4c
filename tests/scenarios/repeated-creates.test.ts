import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a plan says of a create that is repeated with what, and what comes after it", async (s) => {
  s.program(({ bucket }) => bucket("logs", { acl: "private" }));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  const plan = await s.plan().shows(`create bucket logs (repeated, then update)`);
  expect(plan.text()).toBe(
    [
      '+ cloud:index:Bucket "logs"  (interrupted create: repeated with its original inputs, then updated)',
      '    + acl:  "private"',
      '    ~ acl:  "private" -> "public"',
      '    + name: "logs"',
      "",
      "Plan: 1 to create.",
      "",
    ].join("\n"),
  );
  expect(plan.steps.map(({ action }) => action)).toEqual(["create", "update"]);
  await s.apply({ plan }).succeeds();
  s.story(`update bucket logs`);
  s.cloud.has("bucket logs", { acl: "public" });
  expect(s.cloud.changes()).toEqual(["create bucket logs", "update bucket logs"]);
});

scenario("a create that is repeated as the program still asks for it is followed by nothing", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  const plan = await s.plan().shows(`create bucket logs (repeated)`);
  await s.apply({ plan }).succeeds();
  s.story(``);
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
});

scenario(
  "what a repeated create makes is replaced at once if the program asks for another object",
  async (s) => {
    s.program(({ bucket }) => bucket("logs", { region: "eu" }));
    s.cloud.failsBeforeEffect("create bucket logs");
    await s.apply().fails("provider/hook-failed");
    s.program(({ bucket }) => bucket("logs", { region: "us" }));
    const plan = await s.plan().shows(`create bucket logs (repeated, then replace)`);
    await s.apply({ plan }).succeeds();
    s.cloud.has("bucket logs", { region: "us" });
  },
);

scenario("a replacement whose create is repeated shows that the old object goes", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  // Back to what is there: the other one was begun, and comes first.
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  const plan = await s.plan().shows(`replace bucket logs (repeated, then replace)`);
  s.program(({ bucket }) => bucket("logs", { region: "us", acl: "public" }));
  await s.plan().shows(`replace bucket logs (repeated, then update)`);
  expect(plan.text()).toContain("replaced, create-first");
  const next = await s.plan().succeeds();
  await s.apply({ plan: next }).succeeds();
  s.cloud.has("bucket logs", { region: "us", acl: "public" });
});

scenario("what a repeated create makes that nobody wants any more is shown to go", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  await s.plan({ destroy: true }).shows(`delete bucket logs (repeated, then delete)`);
  s.program(() => {});
  const plan = await s.plan().shows(`delete bucket logs (repeated, then delete)`);
  await s.apply({ plan }).succeeds();
  s.cloud.lacks("bucket logs");
  expect(s.cloud.changes()).toEqual(["create bucket logs", "delete bucket logs"]);
});

scenario("what a repeated create makes is found under its new name", async (s) => {
  s.program(({ bucket }) => bucket("old", { name: "logs" }));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  s.program(({ bucket }) => bucket("new", { name: "logs" }, { aliases: [{ name: "old" }] }));
  const plan = await s.plan().shows(`create bucket new (repeated; name)`);
  expect(plan.text()).toContain("old");
  await s.apply({ plan }).succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
  expect([...(await s.state()).resources.values()].map(({ name }) => name)).toEqual(["new"]);
});

scenario("a plan of a part leaves what a repeated create makes outside of it alone", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("web")]);
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  s.program(({ bucket }) => bucket("web", { acl: "public" }));
  const plan = await s.plan({ targets: ["web"] }).shows(`update bucket web (acl)`);
  expect(plan.steps.map(({ action }) => action)).toEqual(["update"]);
  await s.plan({ excludes: ["logs"] }).shows(`update bucket web (acl)`);
  await s.apply({ plan }).succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
  s.cloud.has("bucket web", { acl: "public" });
});

scenario("what a repeated create makes stays while the callback that asked for it waits", async (s) => {
  s.program(({ bucket, task, coconut }) => {
    const probe = task("probe", { command: "one" });
    coconut.output(probe.revision).apply(() => bucket("logs"));
  });
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply({ rounds: 2 }).fails("provider/hook-failed");
  s.program(({ bucket, task, coconut }) => {
    const probe = task("probe", { command: "two" });
    coconut.output(probe.revision).apply(() => bucket("logs"));
  });
  const plan = await s.plan().succeeds();
  const logs = plan.plan.changes.find(({ name }) => name === "logs");
  expect(logs?.action).toBe("undetermined");
});

scenario("what a repeated create makes goes with what takes it along", async (s) => {
  s.program(({ bucket, task }) => {
    const web = bucket("web");
    task("probe", { command: "go" }, { deletedWith: web });
  });
  s.cloud.failsBeforeEffect("create task probe");
  await s.apply().fails("provider/hook-failed");
  await s.plan({ destroy: true }).shows(`
    delete bucket web
    forget task probe (repeated, then delete)
  `);
});

scenario("what is only recorded of a repeated create needs no further question", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails("provider/hook-failed");
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  const plan = await s.plan().shows(`create bucket logs (repeated; options)`);
  await s.apply({ plan }).succeeds();
  s.story(`record bucket logs`);
  expect([...(await s.state()).resources.values()].map(({ options }) => options.protect)).toEqual([true]);
});

scenario("a secret that a repeated create is made with is not shown", async (s) => {
  const passphrase = s.secret("open-sesame-1");
  s.program(({ key }) => key("main", { passphrase }));
  s.cloud.failsBeforeEffect("create key main");
  await s.apply().fails("provider/hook-failed");
  const other = s.secret("open-sesame-2");
  s.program(({ key }) => key("main", { passphrase: other }));
  const plan = await s.plan().shows(`create key main (repeated, then update)`);
  for (const text of [plan.text(), JSON.stringify(plan.toJSON())]) expect(text).not.toContain("open-sesame");
});
