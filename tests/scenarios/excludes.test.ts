import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("what is excluded waits, and everything else is done", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b"), bucket("c")]);
  await s.apply({ excludes: ["b"] }).succeeds();
  s.story(`
    create bucket a
    create bucket c
  `);
  await s.apply().succeeds();
  s.story("create bucket b");
});

scenario("something excluded is not read, and keeps what state has of it", async (s) => {
  let acl = "private";
  s.program(({ bucket }) => [bucket("a", { acl }), bucket("b", { acl })]);
  await s.apply().succeeds();
  acl = "public";
  s.cloud.refuses("read bucket b", "Forbidden");
  await s.apply({ excludes: ["b"] }).succeeds();
  s.story("update bucket a");
  s.cloud.recovers();
});

scenario(
  "what needs something excluded that does not exist is refused; with dependents it waits too",
  async (s) => {
    s.program(({ bucket, site, task }) => {
      const www = site("www", { bucket: bucket("logs").id });
      task("warm", { command: www.url });
      bucket("beside");
    });
    const [found] = await s.apply({ excludes: ["logs"] }).fails("engine/missing-dependency");
    expect(found!.resource).toMatch(/::www$/);
    await s.apply({ excludes: ["logs"], dependents: true }).succeeds();
    s.story("create bucket beside");
  },
);

scenario("an excluded component stands for all that is in it", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => void bucket("inner", {}, { parent }));
    bucket("outer");
  });
  await s.apply({ excludes: ["web"] }).succeeds();
  s.story("create bucket outer");
});

scenario("patterns exclude, and one that means nothing is refused", async (s) => {
  s.program(({ bucket }) => [bucket("db-1"), bucket("db-2"), bucket("web")]);
  await s.apply({ excludes: ["dB-*"] }).fails("plan/no-such-resource");
  expect(s.cloud.objects()).toEqual([]);
  await s.apply({ excludes: ["db-*"] }).succeeds();
  s.story("create bucket web");
});

scenario("of targets, what is excluded is left out", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => void [bucket("a", {}, { parent }), bucket("b", {}, { parent })]);
    bucket("c");
  });
  await s.apply({ targets: ["web"], excludes: ["b"] }).succeeds();
  s.story(`
    record group web
    create bucket a
  `);
});

scenario("what something excluded needs is not taken away", async (s) => {
  let all = true;
  s.program(({ bucket, site, task }) => {
    if (!all) return;
    const logs = bucket("logs");
    const www = site("www", { bucket: logs.id });
    task("warm", { command: www.url });
    bucket("beside");
  });
  await s.apply({ parallel: 1 }).succeeds();
  all = false;
  await s.apply({ excludes: ["www"], parallel: 1 }).succeeds();
  s.story(`
    delete task warm
    delete bucket beside
  `);
  await s.apply().succeeds();
  s.story(`
    delete site www
    delete bucket logs
  `);
});

scenario("a destroy leaves what is excluded with all that it needs", async (s) => {
  s.program(({ bucket, site, account, group }) => {
    const provider = account("own", { account: "east" });
    const logs = bucket("logs", {}, { provider });
    group("web", (parent) => void site("www", { bucket: logs.id }, { parent, provider }));
    bucket("beside");
    return { logs: logs.arn };
  });
  await s.apply({ parallel: 1 }).succeeds();
  await s.destroy({ excludes: ["www"] }).succeeds();
  s.story("delete bucket beside");
  expect(await s.outputs()).toEqual({ logs: "arn:bucket-1" });
  await s.destroy().succeeds();
  expect(await s.outputs()).toEqual({});
});

scenario("an excluded provider configures with what state has of it", async (s) => {
  let account = "east";
  let acl = "private";
  s.program((words) => {
    words.bucket("logs", { acl }, { provider: words.account("own", { account }) });
  });
  await s.apply().succeeds();
  account = "west";
  acl = "public";
  await s.apply({ excludes: ["own"] }).succeeds();
  s.story("update bucket logs");
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("an excluded provider that is not there yet configures nothing", async (s) => {
  s.program(({ bucket, account }) => bucket("logs", {}, { provider: account("own", { account: "east" }) }));
  await s.apply({ excludes: ["own"] }).fails("engine/missing-dependency");
  expect(s.cloud.effects).toEqual([]);
});

scenario("a destroy leaves what is excluded by the name that the program has for it now", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("c")]);
  await s.apply().succeeds();
  s.program(({ bucket }) => [bucket("b", { name: "a" }, { aliases: [{ name: "a" }] }), bucket("c")]);
  await s.destroy({ excludes: ["b"] }).succeeds();
  s.story("delete bucket c");
  s.cloud.has("bucket a");
});
