import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a destroy of a target takes that alone", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  await s.destroy({ targets: ["a"] }).succeeds();
  s.story("delete bucket a");
  await s.plan().shows("create bucket a");
});

scenario("a destroy of what others need is refused, and all of these are named", async (s) => {
  s.program(({ bucket, site, disk }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.id });
    disk("data", { size: 1 }, { dependsOn: logs });
    bucket("child", {}, { parent: logs });
  });
  await s.apply().succeeds();
  const [found] = await s.destroy({ targets: ["logs"] }).fails("engine/still-needed");
  expect(found!.related?.map(({ resource }) => resource?.split("::").at(-1))).toEqual([
    "child",
    "data",
    "www",
  ]);
  expect(s.cloud.objects()).toHaveLength(4);
});

scenario("with dependents, these go first", async (s) => {
  s.program(({ bucket, site, task }) => {
    const www = site("www", { bucket: bucket("logs").id });
    task("warm", { command: www.url });
    bucket("beside");
  });
  await s.apply().succeeds();
  await s.destroy({ targets: ["logs"], dependents: true }).succeeds();
  s.story(`
    delete task warm
    delete site www
    delete bucket logs
  `);
});

scenario("a component is destroyed with all that is in it", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => void bucket("inner", {}, { parent }));
    bucket("outer");
  });
  await s.apply().succeeds();
  await s.destroy({ targets: ["web"] }).succeeds();
  s.story(`
    delete bucket inner
    forget group web
  `);
});

scenario("a provider is taken away only when nothing that it manages is left", async (s) => {
  s.program(({ bucket, account }) => {
    const provider = account("own", { account: "east" });
    bucket("a", {}, { provider });
    bucket("b", {}, { provider });
  });
  await s.apply().succeeds();
  await s.destroy({ targets: ["own"] }).fails("engine/still-needed");
  await s.destroy({ targets: ["a"] }).succeeds();
  s.story("delete bucket a");
  await s.destroy({ targets: ["own"], dependents: true }).succeeds();
  expect(s.cloud.objects()).toEqual([]);
  expect((await s.state()).resources.size).toBe(0);
});

scenario("what goes with a resource that is not destroyed is deleted itself", async (s) => {
  s.program(({ bucket, disk }) => {
    const logs = bucket("logs");
    disk("data", { size: 1 }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  await s.destroy({ targets: ["data"] }).succeeds();
  s.story("delete disk data");
  s.cloud.lacks("disk data");
});

scenario("a destroy of a target uses the configuration that the program has now", async (s) => {
  let name = "first";
  s.program(({ account, rule }) => {
    const provider = account("own", { account: name });
    rule("web", { port: 80 }, { provider });
    rule("db", { port: 90 }, { provider });
  });
  await s.apply().succeeds();
  s.cloud.moves("rule web", "second");
  name = "second";
  await s.destroy({ targets: ["web"] }).succeeds();
  s.cloud.lacks("rule web");
});

scenario("a delete that fails leaves its resource, and the next destroy takes it", async (s) => {
  s.program(({ bucket, site }) => void site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete site www", "InUse");
  await s.destroy({ targets: ["logs"], dependents: true }).fails("provider/hook-failed");
  s.story(`
    delete site www failed: InUse
    delete bucket logs not started
  `);
  await s.destroy({ targets: ["www"] }).succeeds();
});

scenario("a refresh of targets reads these alone", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.cloud.drifts("bucket a", { acl: "public" });
  s.cloud.drifts("bucket b", { acl: "public" });
  const since = s.cloud.effects.length;
  await s.refresh({ targets: ["a"] }).succeeds();
  expect(s.cloud.effects.slice(since).map(({ action, name }) => `${action} ${name}`)).toEqual(["read a"]);
});

scenario("a target of a destroy is found by the name that the program has for it now", async (s) => {
  s.program(({ bucket, group }) => [
    group("old", (parent) => void bucket("old-logs", { name: "x" }, { parent })),
    bucket("c"),
  ]);
  await s.apply().succeeds();
  s.program(({ bucket, group }) => [
    group("web", (parent) => void bucket("web-logs", { name: "x" }, { parent }), {
      aliases: [{ name: "old" }],
    }),
    bucket("c"),
  ]);
  await s.destroy({ targets: ["web"] }).succeeds();
  s.cloud.lacks("bucket x");
  s.cloud.has("bucket c");
});
