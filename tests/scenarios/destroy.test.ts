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

scenario(
  "a component is forgotten after everything in it, and its provider after what it managed",
  async (s) => {
    s.program(({ account, group, bucket }) => {
      const own = account("own", { account: "main" });
      group("web", (parent) => void bucket("logs", {}, { parent, provider: own }));
    });
    await s.apply().succeeds();
    await s.destroy().succeeds();
    const story = s.events.flatMap((event) => (event.kind === "step-started" ? [event.urn] : []));
    expect(story[0]).toMatch(/::logs$/);
    expect(story).toHaveLength(3);
  },
);

scenario("what is only read is let go, and what depends on it is deleted", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types, site }) => site("www", { bucket: types.Bucket.get("shared", id).id }));
  await s.apply().succeeds();
  s.cloud.loses("bucket shared");
  await s.destroy().succeeds();
  s.cloud.lacks("site www");
});

scenario("a resource that the program has renamed is destroyed as state knows it", async (s) => {
  s.program(({ bucket, group }) => group("old", (parent) => void bucket("logs", {}, { parent })));
  await s.apply().succeeds();
  s.program(({ bucket, group }) =>
    group("new", (parent) => void bucket("logs", {}, { parent }), { aliases: [{ name: "old" }] }),
  );
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("what the program adds is neither created nor asked for", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket, site }) => site("www", { bucket: bucket("new").id }));
  await s.destroy().succeeds();
  s.story(`delete bucket logs`);
});

scenario("a protected resource stops the destroy of everything, its provider included", async (s) => {
  s.program(({ account, bucket }) =>
    bucket("logs", {}, { protect: true, provider: account("own", { account: "main" }) }),
  );
  await s.apply().succeeds();
  await s.destroy().fails("engine/protected");
  expect((await s.state()).resources.size).toBe(2);
  s.program(({ account, bucket }) =>
    bucket("logs", {}, { protect: false, provider: account("own", { account: "main" }) }),
  );
  await s.apply().succeeds();
  await s.destroy().succeeds();
});

scenario("protection that a component hands down counts", async (s) => {
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("logs", {}, { parent }), { protect: true }),
  );
  await s.apply().succeeds();
  const found = await s.destroy().fails("engine/protected");
  expect(found.some(({ resource }) => resource?.endsWith("::logs"))).toBe(true);
});

scenario("an object that cannot be read stops the destroy before its first call", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.cloud.refusesOnce("read bucket a", "AccessDenied");
  await s.destroy().fails("provider/hook-failed");
  expect(s.cloud.objects()).toHaveLength(2);
  await s.destroy().succeeds();
});

scenario("without a refresh nothing is read, and what is gone is deleted in vain", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  const since = s.cloud.effects.length;
  await s.destroy({ refresh: false }).succeeds();
  expect(s.cloud.effects.slice(since).map(({ action }) => action)).toEqual(["delete"]);
});

scenario("a destroy that was killed within a delete is finished by the next", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.crashAfter("effect delete site www");
  await s.destroy().crashes();
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("the outputs of a stack go with it", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  await s.apply().succeeds();
  await s.destroy().succeeds();
  expect(await s.outputs()).toEqual({});
});

scenario("a destroy of nothing is nothing", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.destroy().changesNothing();
});

scenario("what goes with something that is retained is deleted itself", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs", {}, { retainOnDelete: true });
    rule("web", { port: 80 }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete rule web
    forget bucket logs
  `);
});

scenario("what goes with something whose delete was cut off is let go by the next run", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs");
    rule("web", { port: 80 }, { deletedWith: logs, parent: logs });
  });
  await s.apply().succeeds();
  s.crashAfter("effect delete bucket logs");
  await s.destroy().crashes();
  await s.destroy().succeeds();
  expect(s.cloud.changes().filter((change) => change.startsWith("delete"))).toEqual(["delete bucket logs"]);
});

scenario("a run that ends when the other is deleted leaves what went with it to be looked at", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs");
    rule("web", { port: 80 }, { deletedWith: logs, parent: logs });
  });
  await s.apply().succeeds();
  s.crashAfter("effect delete bucket logs");
  await s.destroy().crashes();
  s.cloud.loses("rule web");
  await s.destroy().succeeds();
  s.story(`
    forget bucket logs
    forget rule web
  `);
});

scenario("that the other is deleted is written down with what is let go of for it", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs");
    rule("web", { port: 80 }, { deletedWith: logs, parent: logs });
  });
  await s.apply().succeeds();
  s.crashAfter("outcome delete bucket logs");
  await s.destroy().crashes();
  expect((await s.state()).resources.size).toBe(0);
  await s.destroy().succeeds();
  s.story("");
});

scenario("something in between that goes before the other lets what goes with it leave first", async (s) => {
  s.program(({ bucket, site, task }) => {
    const logs = bucket("logs");
    const www = site("www", { bucket: logs.id });
    task("index", { command: www.url }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    forget task index
    delete site www
    delete bucket logs
  `);
});

scenario("a component and its children go with what the component goes with, and after it", async (s) => {
  s.program(({ bucket, rule, group }) => {
    const logs = bucket("logs");
    group("firewall", (parent) => void rule("web", { port: 80 }, { parent }), { deletedWith: logs });
  });
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete bucket logs", "Busy");
  await s.destroy().fails("provider/hook-failed");
  expect((await s.state()).resources.size).toBe(3);
  await s.destroy().succeeds();
  s.story(`
    delete bucket logs
    forget rule web
    forget group firewall
  `);
});
