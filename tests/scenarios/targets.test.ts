import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("only a target is made; the rest waits for another run", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b"), bucket("c")]);
  await s.plan({ targets: ["b"] }).shows("create bucket b");
  await s.apply({ targets: ["b"] }).succeeds();
  s.story("create bucket b");
  await s.apply().succeeds();
  s.story(`
    create bucket a
    create bucket c
  `);
});

scenario("what is no target is not even read", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  s.cloud.refuses("read bucket b", "Forbidden");
  s.cloud.drifts("bucket a", { acl: "public" });
  const since = s.cloud.effects.length;
  await s.apply({ targets: ["a"] }).succeeds();
  expect(s.cloud.effects.slice(since).map(({ action, name }) => `${action} ${name}`)).not.toContain("read b");
  s.cloud.recovers();
});

scenario("a change to what is no target waits, and is made by the next whole run", async (s) => {
  let acl = "private";
  s.program(({ bucket }) => [bucket("a", { acl }), bucket("b", { acl })]);
  await s.apply().succeeds();
  acl = "public";
  await s.plan({ targets: ["a"] }).shows("update bucket a (acl)");
  await s.apply({ targets: ["a"] }).succeeds();
  s.cloud.has("bucket b", { acl: "private" });
  await s.apply().succeeds();
  s.story("update bucket b");
});

scenario("the plan counts what it leaves alone", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  const plan = await s.plan({ targets: ["a"] }).succeeds();
  expect(plan.text()).toContain("1 to create, 1 skipped");
  expect(plan.changes.find(({ name }) => name === "b")).toMatchObject({
    action: "skip",
    reasons: [{ kind: "not-targeted" }],
  });
});

scenario("a target reads what state has of the rest", async (s) => {
  let acl = "private";
  s.program(({ bucket, task }) => {
    const logs = bucket("logs", { acl });
    task("index", { command: logs.acl });
    task("list", { command: logs.arn });
  });
  await s.apply({ targets: ["logs", "index"] }).succeeds();
  acl = "public";
  await s.plan({ targets: ["list", "index"] }).shows("create task list");
  await s.apply({ targets: ["list"] }).succeeds();
  s.cloud.has("task list", { command: "arn:bucket-1" });
});

scenario("patterns, URNs, names and ids are all understood", async (s) => {
  s.program(({ bucket, site }) => [
    bucket("web-1"),
    bucket("web-2"),
    bucket("logs"),
    site("web-3", { bucket: "b" }),
  ]);
  await s.apply({ targets: ["logs"] }).succeeds();
  await s.plan({ targets: ["web-*"] }).shows(`
    create bucket web-1
    create bucket web-2
    create site web-3
  `);
  await s.plan({ targets: ["urn:*:Bucket::web-*"] }).shows(`
    create bucket web-1
    create bucket web-2
  `);
  await s
    .plan({ targets: ["urn:pulumi:test::scenario::cloud:index:Bucket::web-2"] })
    .shows("create bucket web-2");
  s.cloud.loses("bucket logs");
  await s.plan({ targets: ["bucket-1"] }).shows("create bucket logs (gone)");
});

scenario("a target that is nothing is refused, and what was meant is named", async (s) => {
  s.program(({ bucket }) => [bucket("frontend"), bucket("backend")]);
  const found = await s.apply({ targets: ["frontent", "*-prod"] }).fails("plan/no-such-resource");
  expect(found).toHaveLength(2);
  expect(found[0]!.related?.[0]?.resource).toMatch(/::frontend$/);
  expect(s.cloud.effects).toEqual([]);
});

scenario("a name of several has to be said by URN", async (s) => {
  s.program(({ bucket, site }) => [bucket("web"), site("web", { bucket: "b" })]);
  const [found] = await s.apply({ targets: ["web"] }).fails("plan/ambiguous-resource");
  expect(found!.related).toHaveLength(2);
  await s.apply({ targets: ["*::cloud:index:Site::web"] }).succeeds();
  s.story("create site web");
});

scenario(
  "a target that needs what is not made is refused, through every kind of need, all together",
  async (s) => {
    s.program(({ bucket, site, task, key, account }) => {
      const logs = bucket("logs");
      site("by-input", { bucket: logs.id });
      task("by-order", { command: "run" }, { dependsOn: logs });
      task("by-deletion", { command: "run" }, { deletedWith: logs });
      key("by-provider", {}, { provider: account("inside", { account: logs.arn }) });
      bucket("by-parent", {}, { parent: logs });
    });
    const found = await s.apply({ targets: ["by-*"] }).fails("engine/missing-dependency");
    expect(found.map(({ resource, related }) => [name(resource), name(related?.[0]?.resource)])).toEqual([
      ["by-input", "logs"],
      ["by-order", "logs"],
      ["by-deletion", "logs"],
      ["by-parent", "logs"],
      ["inside", "logs"],
    ]);
    expect(s.cloud.effects).toEqual([]);
    await s.apply({ targets: ["by-*", "logs"] }).succeeds();
  },
);

scenario("order through a component counts: what is in it and not made is named", async (s) => {
  s.program(({ bucket, group, task }) => {
    const web = group("web", (parent) => void [bucket("one", {}, { parent }), bucket("two", {}, { parent })]);
    task("after", { command: "run" }, { dependsOn: web });
  });
  const found = await s.apply({ targets: ["after"] }).fails("engine/missing-dependency");
  expect(found.map(({ related }) => name(related?.[0]?.resource))).toEqual(["one", "two"]);
});

scenario("a chain of what is not made does not matter to a target beside it", async (s) => {
  s.program(({ bucket, site, task }) => {
    const logs = bucket("logs");
    const www = site("www", { bucket: logs.id });
    task("warm", { command: www.url });
    bucket("beside");
  });
  await s.apply({ targets: ["beside"] }).succeeds();
  s.story("create bucket beside");
});

scenario("with dependents, all that depends on a target is one", async (s) => {
  s.program(({ bucket, site, task, disk }) => {
    const logs = bucket("logs");
    const www = site("www", { bucket: logs.id });
    task("warm", { command: www.url });
    disk("beside", { size: 1 });
  });
  await s.plan({ targets: ["logs"], dependents: true }).shows(`
    create bucket logs
    create site www
    create task warm
  `);
  await s.apply({ targets: ["logs"], dependents: true }).succeeds();
});

scenario("dependents through order, parents, providers and deletion are dependents too", async (s) => {
  s.program(({ bucket, task, key, account }) => {
    const logs = bucket("logs");
    task("by-order", { command: "run" }, { dependsOn: logs });
    task("by-deletion", { command: "run" }, { deletedWith: logs });
    key("by-provider", {}, { provider: account("inside", { account: logs.arn }) });
    bucket("by-parent", {}, { parent: logs });
    bucket("sibling");
  });
  await s.apply({ targets: ["logs"], dependents: true }).succeeds();
  expect(
    s.cloud
      .objects()
      .map((each) => each.name)
      .sort(),
  ).toEqual(["by-deletion", "by-order", "by-parent", "by-provider", "logs"]);
});

scenario("a dependent that only a callback shows is one", async (s) => {
  s.program(({ bucket, task, coconut }) => {
    const logs = bucket("logs");
    const other = bucket("other");
    const command = coconut.output("go").apply(() => logs.arn);
    task("hidden", { command });
    task("beside", { command: other.arn });
  });
  await s.apply({ targets: ["logs"], dependents: true }).succeeds();
  expect(
    s.cloud
      .objects()
      .map((each) => each.name)
      .sort(),
  ).toEqual(["hidden", "logs"]);
});

scenario("a component stands for all that is in it", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => {
      bucket("front", {}, { parent });
      group("inner", (inner) => void bucket("back", {}, { parent: inner }), { parent });
    });
    bucket("beside");
  });
  await s.apply({ targets: ["web"] }).succeeds();
  s.story(`
    record group web
    record group inner
    create bucket front
    create bucket back
  `);
});

scenario("the components that a target is in are recorded with it, and nothing else of them", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => {
      bucket("front", {}, { parent });
      bucket("back", {}, { parent });
    });
    group("other", (parent) => void bucket("far", {}, { parent }));
  });
  await s.apply({ targets: ["back"] }).succeeds();
  s.story(`
    record group web
    create bucket back
  `);
  await s.apply().succeeds();
});

scenario(
  "a component that cannot be recorded yet does not keep a target in it from its change",
  async (s) => {
    let acl = "private";
    s.program(({ bucket, coconut }) => {
      const late = acl === "private" ? undefined : bucket("late");
      class Web extends coconut.ComponentResource {
        constructor() {
          super("test:index:Web", "web", { link: late?.arn ?? "none" });
          bucket("front", { acl }, { parent: this });
          this.registerOutputs({});
        }
      }
      return void new Web();
    });
    await s.apply().succeeds();
    acl = "public";
    await s.apply({ targets: ["front"] }).succeeds();
    s.story("update bucket front");
    await s.apply().succeeds();
  },
);

scenario("the provider of a target goes along, and no other one is configured", async (s) => {
  s.program(({ bucket, account }) => {
    bucket("east", {}, { provider: account("to-east", { account: "east" }) });
    bucket("west", {}, { provider: account("to-west", { account: "west" }) });
  });
  await s.apply({ targets: ["east"] }).succeeds();
  s.story(`
    record cloud to-east
    create bucket east
  `);
  expect(s.cloud.objects("bucket east")[0]!.account).toBe("east");
});

scenario(
  "a provider that could not be configured is no concern of a target that it does not manage",
  async (s) => {
    s.program(({ bucket, account, coconut }) => {
      const broken = coconut.output({ account: "x" }).apply((each) => (each as { none?: string }).none!);
      bucket("bad", {}, { provider: account("broken", { account: broken }) });
      bucket("good");
    });
    await s.apply({ targets: ["good"] }).succeeds();
    s.story("create bucket good");
  },
);

scenario("a package that is not there is no concern of a target that does not need it", async (s) => {
  s.program(({ bucket, coconut }) => {
    class Far extends coconut.ProviderResource {
      constructor() {
        super("elsewhere", "far", {});
      }
    }
    return void [new Far(), bucket("good")];
  });
  const [found] = await s.apply().fails();
  expect(found!.detail).toContain("elsewhere");
  await s.apply({ targets: ["good"] }).succeeds();
  s.story("create bucket good");
});

scenario("what a component offers is recorded with it, or with what is in it", async (s) => {
  let acl = "private";
  s.program(({ bucket, group }) => {
    group("web", (parent) => ({ acl: bucket("front", { acl }, { parent }).acl, wanted: acl }));
    bucket("beside", { acl });
  });
  await s.apply().succeeds();
  const offered = async () => {
    const { resources, objects } = await s.state();
    return [...objects.values()].find(({ rid }) => resources.get(rid)!.name === "web")!.stored.outputs;
  };
  acl = "public";
  await s.apply({ targets: ["beside"] }).succeeds();
  expect(await offered()).toEqual({ acl: "private", wanted: "private" });
  await s.apply({ targets: ["front"] }).succeeds();
  expect(await offered()).toEqual({ acl: "public", wanted: "public" });
});

scenario("an object of others that a target reads is read", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu", acl: "public" });
  s.program(({ types, task, bucket }) => {
    task("index", { command: types.Bucket.get("shared", id).acl });
    bucket("beside");
  });
  await s.apply({ targets: ["index"] }).succeeds();
  s.story(`
    read bucket shared
    create task index
  `);
});

scenario("an object of others that no target reads may even be gone", async (s) => {
  s.program(({ types, task, bucket }) => {
    task("index", { command: types.Bucket.get("shared", "nowhere").acl });
    bucket("beside");
  });
  await s.apply().fails("engine/not-found");
  await s.apply({ targets: ["beside"] }).succeeds();
});

scenario("what has left the program and is no target stays", async (s) => {
  let all = true;
  s.program(({ bucket, site }) => {
    bucket("keep");
    if (!all) return;
    const logs = bucket("logs");
    site("www", { bucket: logs.id });
  });
  await s.apply().succeeds();
  all = false;
  await s.plan({ targets: ["keep"] }).showsNothing();
  await s.apply({ targets: ["keep"] }).changesNothing();
  await s.apply().succeeds();
  s.story(`
    delete site www
    delete bucket logs
  `);
});

scenario("what has left the program is deleted as a target, if nothing else needs it", async (s) => {
  let all = true;
  s.program(({ bucket, site }) => {
    if (!all) return;
    const logs = bucket("logs");
    site("www", { bucket: logs.id });
  });
  await s.apply().succeeds();
  all = false;
  const [found] = await s.apply({ targets: ["logs"] }).fails("engine/still-needed");
  expect(found!.related?.map(({ resource }) => name(resource))).toEqual(["www"]);
  s.cloud.has("bucket logs");
  await s.apply({ targets: ["www"] }).succeeds();
  s.story("delete site www");
  await s.apply({ targets: ["logs"] }).succeeds();
});

scenario("with dependents, what needs a target that leaves goes before it", async (s) => {
  let all = true;
  s.program(({ bucket, site, task }) => {
    if (!all) return;
    const www = site("www", { bucket: bucket("logs").id });
    task("warm", { command: www.url });
    bucket("beside");
  });
  await s.apply().succeeds();
  all = false;
  await s.apply({ targets: ["logs"], dependents: true }).succeeds();
  s.story(`
    delete task warm
    delete site www
    delete bucket logs
  `);
  s.cloud.has("bucket beside");
});

scenario("something protected is still protected as a target", async (s) => {
  let all = true;
  s.program(
    ({ bucket }) => void (all && [bucket("a", {}, { protect: true }), bucket("b", {}, { protect: true })]),
  );
  await s.apply().succeeds();
  all = false;
  expect(await s.apply({ targets: ["a"] }).fails("engine/protected")).toHaveLength(1);
});

scenario("a target may be called as before it was renamed", async (s) => {
  let isNew = false;
  s.program(({ key, bucket }) => {
    if (isNew) key("later", { bits: 4096 }, { aliases: [{ name: "former" }] });
    else key("former");
    bucket("beside", { acl: isNew ? "public" : "private" });
  });
  await s.apply().succeeds();
  isNew = true;
  await s.plan({ targets: ["former"] }).shows("replace key later (name, bits)");
  await s.apply({ targets: ["beside"] }).succeeds();
  s.story("update bucket beside");
  await s.apply({ targets: ["later"] }).succeeds();
});

scenario("a target that moves to another component takes that along", async (s) => {
  let isIn = false;
  s.program(({ bucket, group }) => {
    const web = isIn ? group("web") : undefined;
    const aliases = isIn ? [{ parent: null }] : [];
    bucket("logs", {}, { aliases, ...(web && { parent: web }) });
    bucket("beside", { acl: isIn ? "public" : "private" });
  });
  await s.apply().succeeds();
  isIn = true;
  await s.apply({ targets: ["logs"] }).succeeds();
  s.story(`
    record group web
    record bucket logs
  `);
});

scenario("a newer version of the package matters to targets only", async (s) => {
  s.program(({ bucket, task }) => [bucket("logs"), task("run", { command: "go" })]);
  await s.apply().succeeds();
  s.types(
    {
      Task: {
        migrations: [
          () => {
            throw new Error("This version cannot be reached.");
          },
        ],
      },
    },
    "2.0.0",
  );
  await s.apply({ targets: ["logs"] }).succeeds();
});

function name(urn: string | undefined): string | undefined {
  return urn?.split("::").at(-1);
}
