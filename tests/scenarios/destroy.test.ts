import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("destroy goes backwards through everything that was needed", async (s) => {
  s.program(({ bucket, site, task, disk }) => {
    const logs = bucket("logs");
    const www = site("www", { bucket: logs.id });
    task("warm", { command: www.url });
    disk("data", { size: 1 }, { dependsOn: www });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  const deleted = s.cloud.changes().filter((change) => change.startsWith("delete"));
  expect(deleted.slice(0, 2).sort()).toEqual(["delete disk data", "delete task warm"]);
  expect(deleted.slice(2)).toEqual(["delete site www", "delete bucket logs"]);
});

scenario("children go before their parent", async (s) => {
  s.program(({ bucket, group }) => {
    const outer = bucket("outer");
    group("web", (parent) => void bucket("inner", {}, { parent }), { parent: outer });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete bucket inner
    forget group web
    delete bucket outer
  `);
});

scenario("something protected stops a destroy before its first call, and all of it is named", async (s) => {
  s.program(({ bucket }) => [
    bucket("a", {}, { protect: true }),
    bucket("b"),
    bucket("c", {}, { protect: true }),
  ]);
  await s.apply().succeeds();
  const found = await s.destroy().fails("engine/protected");
  expect(found.map(({ resource }) => resource?.split("::").at(-1))).toEqual(["a", "c"]);
  expect(s.cloud.objects()).toHaveLength(3);
});

scenario("destroy uses the configuration that the program has now", async (s) => {
  let name = "first";
  s.program(({ account, rule }) =>
    rule("web", { port: 80 }, { provider: account("own", { account: name }) }),
  );
  await s.apply().succeeds();
  s.cloud.moves("rule web", "second");
  name = "second";
  await s.destroy().succeeds();
  s.cloud.lacks("rule web");
});

scenario("a program that fails leaves the recorded configuration to destroy with", async (s) => {
  s.program(({ account, rule }) =>
    rule("web", { port: 80 }, { provider: account("own", { account: "other" }) }),
  );
  await s.apply().succeeds();
  s.program(() => {
    throw new Error("broken");
  });
  await s.destroy().succeeds();
  s.cloud.lacks("rule web");
});

scenario("a configuration that is not known any more leaves the recorded one to destroy with", async (s) => {
  s.program(({ account, rule }) =>
    rule("web", { port: 80 }, { provider: account("own", { account: "other" }) }),
  );
  await s.apply().succeeds();
  s.program(({ account, rule, bucket }) => {
    const own = account("own", { account: bucket("new").arn });
    rule("web", { port: 80 }, { provider: own });
  });
  await s.destroy().succeeds();
  s.cloud.lacks("rule web");
});

scenario("what is to be retained stays in the cloud when its stack goes", async (s) => {
  s.program(({ bucket, site }) => {
    site("www", { bucket: bucket("logs", {}, { retainOnDelete: true }).id });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete site www
    forget bucket logs
  `);
  s.cloud.has("bucket logs");
});

scenario("destroy takes leftovers of replacements along", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }));
  s.cloud.refusesOnce("delete bucket logs", "NotEmpty");
  await s.apply().fails("provider/hook-failed");
  expect(s.cloud.objects()).toHaveLength(2);
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("destroy forgets a create that was still owed", async (s) => {
  s.program(({ disk }) => disk("data", { size: 10 }));
  await s.apply().succeeds();
  s.program(({ disk }) => disk("data", { size: 20 }));
  s.cloud.refusesOnce("create disk data", "OutOfSpace");
  await s.apply().fails("provider/hook-failed");
  await s.destroy().succeeds();
  s.story(`forget disk data`);
});

scenario("what is gone already is forgotten without a call", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.cloud.loses("site www");
  await s.destroy().succeeds();
  s.story(`
    forget site www
    delete bucket logs
  `);
});

scenario("a destroy that fails half way is finished by the next", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.id });
    bucket("other");
  });
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete site www", "Busy");
  await s.destroy({ continueOnError: true }).fails("provider/hook-failed");
  s.cloud.has("bucket logs");
  s.cloud.lacks("bucket other");
  await s.destroy().succeeds();
  s.story(`
    delete site www
    delete bucket logs
  `);
});

scenario("a destroy may be planned and looked at first", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  const plan = await s.plan({ destroy: true }).shows(`
    delete bucket logs
    delete site www
  `);
  await s.apply({ plan, refresh: false }).succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("a resource whose callback needs nothing is destroyed like any other", async (s) => {
  s.program(({ bucket, coconut }) => void coconut.output("logs").apply((name) => void bucket(name)));
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.cloud.lacks("bucket logs");
});
