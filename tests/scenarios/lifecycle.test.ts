import * as v from "valibot";
import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a bucket is created, kept, changed and taken away", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.plan().shows(`create bucket logs`);
  s.cloud.lacks("bucket logs");
  await s.apply().succeeds();
  s.story(`create bucket logs`);
  s.cloud.has("bucket logs", { region: "eu" });

  await s.apply().changesNothing();

  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  await s.plan().shows(`update bucket logs (acl)`);
  await s.apply().succeeds();
  s.story(`update bucket logs`);
  s.cloud.has("bucket logs", { acl: "public" });

  s.program(() => {});
  await s.plan().shows(`delete bucket logs`);
  await s.apply().succeeds();
  s.story(`delete bucket logs`);
  s.cloud.lacks("bucket logs");
});

scenario("an empty program is a stack with nothing in it", async (s) => {
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  await s.destroy().changesNothing();
});

scenario("what stays the same is shown when it is asked for", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.program(({ bucket }) => [bucket("a"), bucket("b", { acl: "public" })]);
  await s.plan().shows(`
    same bucket a
    update bucket b (acl)
  `);
});

scenario("outputs are what the program returns, and stay when a run changes nothing", async (s) => {
  s.program(({ bucket, site }) => {
    const www = site("www", { bucket: bucket("logs").id });
    return { url: www.url, bucket: www.bucket };
  });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ url: "https://www.test", bucket: "bucket-1" });
  await s.apply().changesNothing();
  expect(await s.outputs()).toEqual({ url: "https://www.test", bucket: "bucket-1" });
});

scenario("outputs that go away leave the stack", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  await s.apply().succeeds();
  s.program(({ bucket }) => void bucket("logs"));
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({});
});

scenario("the order in which a program makes independent resources is no change", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b"), bucket("c")]);
  await s.apply().succeeds();
  s.program(({ bucket }) => [bucket("c"), bucket("a"), bucket("b")]);
  await s.apply().changesNothing();
});

scenario("a nested value changes where it changes", async (s) => {
  s.program(({ bucket }) => bucket("logs", { tags: { owner: "ana", stage: "test" } }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { tags: { owner: "ben", stage: "test" } }));
  await s.plan().shows(`update bucket logs (tags.owner)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: { owner: "ben", stage: "test" } });
});

scenario("an input that is taken out of the program is taken away", async (s) => {
  s.program(({ bucket }) => bucket("logs", { tags: { owner: "ana" } }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs"));
  await s.plan().shows(`update bucket logs (tags)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: undefined });
});

scenario("a whole stack is destroyed and made again", async (s) => {
  s.program(({ bucket, site, task }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.id });
    task("clean", { command: "rm" }, { dependsOn: logs });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
  await s.apply().succeeds();
  s.story(`
    create bucket logs
    create site www
    create task clean
  `);
});

scenario("destroy needs no program that works", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(() => {
    throw new Error("broken");
  });
  await s.plan().fails("program/failed");
  await s.apply().fails("program/failed");
  s.cloud.has("bucket logs");
  await s.destroy().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("two resources of one type and name are refused before anything happens", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("logs")]);
  await s.plan().fails("sdk/duplicate-urn");
  await s.apply().fails("sdk/duplicate-urn");
  expect(s.cloud.effects).toEqual([]);
});

scenario("a plan that was shown is applied as it was shown", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const plan = await s.plan().shows(`create bucket logs`);
  await s.apply({ plan }).succeeds();
  s.story(`create bucket logs`);
});

scenario("a plan that was overtaken is refused whole", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const plan = await s.plan().shows(`create bucket logs`);
  await s.apply().succeeds();
  await s.apply({ plan }).fails("engine/plan-outdated");
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
});

scenario(
  "a stack lives in a file as it does in memory",
  async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
    await s.apply().succeeds();
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "us" }).id }));
    await s.apply().succeeds();
    s.story(`
    create bucket logs (replaces)
    update site www
    delete bucket logs (replaced)
  `);
    await s.destroy().succeeds();
  },
  { store: "sqlite" },
);

scenario("a default that changes is a change", async (s) => {
  s.program(({ task }) => task("clean", { command: "rm" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      inputs: { name: v.string(), command: v.string(), retries: v.optional(v.number(), 5) },
      equivalent: {},
      constraints: [],
    },
  });
  await s.plan().shows(`update task clean (retries)`);
});

scenario("an input that is left out keeps what the cloud chose for it", async (s) => {
  s.program(({ bucket }) => ({ acl: bucket("logs").acl }));
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ acl: "private" });
  await s.apply().changesNothing();
});
