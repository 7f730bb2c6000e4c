import * as v from "valibot";
import { expect } from "vitest";
import { defineProvider } from "../../src/provider/index.js";
import { Group } from "../support/scenario/words.js";
import type { Cloud } from "../../src/testing/index.js";
import { managed } from "../../src/testing/managed-object.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const urnOf = (name: string, types = "cloud:index:Bucket") => `urn:pulumi:test::scenario::${types}::${name}`;

async function names(s: Scenario): Promise<readonly string[]> {
  return [...(await s.state()).resources.values()].map(({ name }) => name).sort();
}

/** Types of two packages, in the same cloud. */
function shop(cloud: Cloud) {
  const packageOf = (name: string) => {
    const connect = () => ({ cloud, account: "main" });
    const provider = defineProvider({ package: name, version: "1.0.0", config: {}, connect });
    const type = (token: string) =>
      provider.resource(token, {
        inputs: { name: v.string() },
        outputs: {},
        ...managed({ kind: "old", outputs: () => ({}) }),
      });
    return { provider, type };
  };
  const [one, two] = [packageOf("one"), packageOf("two")];
  return {
    providers: [one.provider, two.provider],
    Old: one.type("index:Old"),
    New: one.type("index:New"),
    Other: two.type("index:Other"),
  };
}

scenario("a resource with another name is the one of its alias", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x" }, { aliases: [{ name: "a" }] }));
  const plan = await s.plan().shows(`record bucket b (name)`);
  expect(plan.changes[0]).toMatchObject({ renamedFrom: urnOf("a") });
  expect(plan.text()).toContain(`"b"  (was "a"; `);
  expect(plan.toJSON()).toMatchObject({ changes: [{ renamedFrom: urnOf("a") }] });
  const since = s.cloud.effects.length;
  await s.apply({ plan }).succeeds();
  expect(s.cloud.changes(since)).toEqual([]);
  await s.apply().changesNothing();
  s.program(({ bucket }) => bucket("b", { name: "x" }));
  await s.apply().changesNothing();
});

scenario("an alias and a change at once are an update of the old object", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x", acl: "public" }, { aliases: [{ name: "a" }] }));
  await s.plan().shows(`update bucket b (acl)`);
  await s.apply().succeeds();
  s.story(`update bucket b`);
  expect(await names(s)).toEqual(["b"]);
});

scenario("an alias and a replacement at once replace the old object", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "y" }, { aliases: [{ name: "a" }] }));
  await s.plan().shows(`replace bucket b (name)`);
  await s.apply().succeeds();
  s.cloud.lacks("bucket x");
  expect(await names(s)).toEqual(["b"]);
});

scenario("a whole URN is an alias", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x" }, { aliases: [urnOf("a")] }));
  await s.plan().shows(`record bucket b (name)`);
  await s.apply().succeeds();
});

scenario("an alias may be made from Outputs that come from no resource", async (s) => {
  s.program(({ bucket }) => [
    bucket("a", { name: "x" }),
    bucket("c", { name: "y" }),
    bucket("e", { name: "z" }),
  ]);
  await s.apply().succeeds();
  s.program(({ bucket, coconut }) => {
    const later = <T>(value: T) => coconut.output(Promise.resolve(value));
    bucket("b", { name: "x" }, { aliases: [{ name: later("a") }] });
    bucket("d", { name: "y" }, { aliases: [later(urnOf("c"))] });
    bucket(
      "f",
      { name: "z" },
      { aliases: [later({ name: "none" }), later({ name: "e", project: "scenario" })] },
    );
  });
  await s.plan().shows(`
    record bucket b (name)
    record bucket d (name)
    record bucket f (name)
  `);
  await s.apply().succeeds();
  expect(await names(s)).toEqual(["b", "d", "f"]);
});

scenario("a resource is an alias's parent beside Outputs", async (s) => {
  s.program(({ bucket, group }) => bucket("a", { name: "x" }, { parent: group("old") }));
  await s.apply().succeeds();
  s.program(({ bucket, coconut, group }) => {
    const parent = group("old");
    bucket("b", { name: "x" }, { aliases: [{ name: coconut.output("a"), parent }] });
  });
  await s.plan().shows(`
    record bucket b (name, parent, dependencies)
  `);
});

scenario("an alias that comes from a resource is refused, as is a secret one", async (s) => {
  s.program(({ bucket }) => bucket("b", {}, { aliases: [{ name: bucket("a").id }] }));
  const [early] = await s.plan().fails("engine/unusable-alias");
  expect(early).toMatchObject({ resource: urnOf("b"), position: { file: expect.anything() as string } });
  s.program(({ bucket, coconut }) => bucket("b", {}, { aliases: [coconut.secret(urnOf("a"))] }));
  await s.plan().fails("engine/unusable-alias");
  s.program(({ bucket, coconut }) => bucket("b", {}, { aliases: [coconut.output({ nam: "a" }) as never] }));
  await s.plan().fails("engine/unusable-alias");
});

scenario("a text that is no URN is refused where it stands", async (s) => {
  s.program(({ bucket }) => bucket("b", {}, { aliases: ["a"] }));
  const [bad] = await s.plan().fails("plan/bad-alias");
  expect(bad?.resource).toBe(urnOf("b"));
  expect(bad?.position).toBeDefined();
});

scenario(
  "another type of the same package is the same object, and another package replaces it",
  async (s) => {
    const { Old, New, Other, providers } = shop(s.cloud);
    s.installs(...providers);
    s.program(() => new Old("a", { name: "x" }));
    await s.apply().succeeds();
    s.program(() => new New("a", { name: "x" }, { aliases: [{ type: "one:index:Old" }] }));
    await s.plan().shows(`record new a (name)`);
    const since = s.cloud.effects.length;
    await s.apply().succeeds();
    expect(s.cloud.changes(since)).toEqual([]);
    s.program(() => new Other("a", { name: "x" }, { aliases: [{ type: "one:index:New" }] }));
    await s.plan().shows(`replace other a (one one:index:New -> two two:index:Other)`);
  },
);

scenario("a resource that gets a parent is the one that had none", async (s) => {
  s.program(({ bucket, group }) => [group("web"), bucket("logs")]);
  await s.apply().succeeds();
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("logs", {}, { parent, aliases: [{ parent: null }] })),
  );
  await s.plan().shows(`record bucket logs (name, parent, dependencies)`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("a resource that leaves its parent is the one that had it", async (s) => {
  s.program(({ bucket, group }) => group("web", (parent) => void bucket("logs", {}, { parent })));
  await s.apply().succeeds();
  s.program(({ bucket, group }) => bucket("logs", {}, { aliases: [{ parent: group("web") }] }));
  await s.plan().shows(`record bucket logs (name, parent, dependencies)`);
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs"));
  await s.plan().shows(`forget group web`);
  await s.apply().succeeds();
});

scenario("a resource is found below a parent that is gone, by the parent's URN", async (s) => {
  s.program(({ bucket, group }) => group("web", (parent) => void bucket("logs", {}, { parent })));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", {}, { aliases: [{ parent: urnOf("web", "test:index:Group") }] }));
  await s.plan().shows(`
    record bucket logs (name, parent, dependencies)
    forget group web
  `);
  await s.apply().succeeds();
});

scenario("names follow each other over several versions of the program", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  const other = await s.elsewhere();
  await other.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x" }, { aliases: [{ name: "a" }] }));
  await s.apply().succeeds();
  for (const each of [s, other]) {
    each.program(({ bucket }) => bucket("c", { name: "x" }, { aliases: [{ name: "b" }, { name: "a" }] }));
    await each.plan().shows(`record bucket c (name)`);
    await each.apply().succeeds();
  }
});

scenario("a renamed component takes its children along", async (s) => {
  const program = (name: string, aliases: readonly { name: string }[]) =>
    s.program(({ bucket, group }) => {
      group(
        name,
        (parent) => {
          bucket(`${name}-logs`, { name: "x" }, { parent });
          bucket("own", { name: "y" }, { parent });
        },
        { aliases },
      );
    });
  program("web", []);
  await s.apply().succeeds();
  program("shop", [{ name: "web" }]);
  await s.plan().shows(`
    record group shop (name)
    record bucket shop-logs (name)
  `);
  await s.apply().succeeds();
  expect(await names(s)).toEqual(["own", "shop", "shop-logs"]);
});

scenario("a component of another type takes its children along, and theirs", async (s) => {
  const program = (type: string, aliases: readonly { type: string }[]) =>
    s.program(({ bucket, group, coconut }) => {
      class Site extends coconut.ComponentResource {
        constructor() {
          super(type, "web", {}, { aliases });
        }
      }
      const parent = new Site();
      group("in", (inner) => void bucket("logs", {}, { parent: inner }), { parent });
    });
  program("test:index:Page", []);
  await s.apply().succeeds();
  program("test:index:Site", [{ type: "test:index:Page" }]);
  await s.plan().shows(`
    record site web (name)
    record group in (name)
    record bucket logs (name)
  `);
  await s.apply().succeeds();
});

scenario("a child is renamed in the version after its parent", async (s) => {
  const program = (name: string, child: string, aliases: { group?: string; child?: string }) =>
    s.program(({ bucket, group }) =>
      group(
        name,
        (parent) => {
          const own = aliases.child === undefined ? [] : [{ name: aliases.child }];
          bucket(child, { name: "x" }, { parent, aliases: own });
        },
        { aliases: aliases.group === undefined ? [] : [{ name: aliases.group }] },
      ),
    );
  program("web", "web-logs", {});
  await s.apply().succeeds();
  program("shop", "shop-logs", { group: "web" });
  await s.apply().succeeds();
  program("shop", "journal", { group: "web", child: "shop-logs" });
  await s.plan().shows(`record bucket journal (name)`);
  await s.apply().succeeds();
});

scenario("a child is renamed together with its parent", async (s) => {
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("web-logs", { name: "x" }, { parent })),
  );
  await s.apply().succeeds();
  s.program(({ bucket, group }) =>
    group(
      "shop",
      (parent) => void bucket("journal", { name: "x" }, { parent, aliases: [{ name: "shop-logs" }] }),
      { aliases: [{ name: "web" }] },
    ),
  );
  await s.plan().shows(`
    record group shop (name)
    record bucket journal (name)
  `);
  await s.apply().succeeds();
});

scenario("two resources that say they were one are refused with both places", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => {
    bucket("b", { name: "x" }, { aliases: [{ name: "a" }] });
    bucket("c", { name: "y" }, { aliases: [{ name: "a" }] });
  });
  const [twice] = await s.plan().fails("plan/alias-conflict");
  expect(twice?.position).toBeDefined();
  expect(twice?.related?.[0]?.position).toBeDefined();
  await s.apply().fails("plan/alias-conflict");
  s.cloud.has("bucket x");
});

scenario("an alias does not take what the program still has", async (s) => {
  s.program(({ bucket }) => bucket("a"));
  await s.apply().succeeds();
  s.program(({ bucket }) => [bucket("a"), bucket("b", {}, { aliases: [{ name: "a" }] })]);
  await s.plan().shows(`create bucket b`);
  await s.apply().succeeds();
});

scenario("what is there under its own name is not looked for under another", async (s) => {
  s.program(({ bucket }) => [bucket("a", { name: "x" }), bucket("b", { name: "y" })]);
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "y" }, { aliases: [{ name: "a" }] }));
  await s.plan().shows(`delete bucket a`);
  await s.apply().succeeds();
  s.cloud.has("bucket y");
});

scenario("a component that became a managed resource is made, and its children stay", async (s) => {
  s.program(({ task, group }) => group("web", (parent) => void task("index", { command: "go" }, { parent })));
  await s.apply().succeeds();
  s.program(({ task, bucket }) => {
    const parent = bucket("web", {}, { aliases: [{ type: "test:index:Group" }] });
    task("index", { command: "go" }, { parent });
  });
  await s.plan().shows(`
    create bucket web
    record task index (name, parent, dependencies)
    forget group web
  `);
  await s.apply().succeeds();
});

scenario("a renamed provider resource still manages what it managed", async (s) => {
  const program = (name: string, aliases: readonly { name: string }[]) =>
    s.program(({ bucket, account }) =>
      bucket("logs", {}, { provider: account(name, { account: "eu" }, { aliases }) }),
    );
  program("main", []);
  await s.apply().succeeds();
  program("primary", [{ name: "main" }]);
  await s.plan().shows(`record cloud primary (name)`);
  const since = s.cloud.effects.length;
  await s.apply().succeeds();
  expect(s.cloud.changes(since)).toEqual([]);
});

scenario("a destroy finds the configuration of a provider resource that was renamed", async (s) => {
  s.program(({ bucket, account }) => bucket("logs", {}, { provider: account("main", { account: "eu" }) }));
  await s.apply().succeeds();
  const renamed = (account: string) =>
    s.program((words) => words.account("primary", { account }, { aliases: [{ name: "main" }] }));
  renamed("us");
  const [denied] = await s.destroy().fails("provider/hook-failed");
  expect(denied?.detail).toContain("belongs to the account eu, not to us");
  renamed("eu");
  await s.destroy().succeeds();
});

scenario("dependencies on a renamed resource are the same dependencies", async (s) => {
  const program = (name: string, aliases: readonly { name: string }[]) =>
    s.program(({ bucket, site, task }) => {
      const logs = bucket(name, { name: "x" }, { aliases });
      site("www", { bucket: logs.id });
      task("mount", { command: "go" }, { dependsOn: logs });
      task("scan", { command: "go" }, { deletedWith: logs });
    });
  program("logs", []);
  await s.apply().succeeds();
  program("journal", [{ name: "logs" }]);
  await s.plan().shows(`record bucket journal (name)`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
  await s.destroy().succeeds();
  const finished = s.events.flatMap((event) => (event.kind === "step-finished" ? [event.urn] : []));
  const needing = [urnOf("www", "cloud:index:Site"), urnOf("mount", "cloud:index:Task")];
  for (const urn of needing) expect(finished.indexOf(urn)).toBeLessThan(finished.indexOf(urnOf("journal")));
});

scenario("references to a renamed resource are the same references", async (s) => {
  const program = (name: string, aliases: readonly { name: string }[]) =>
    s.program(({ bucket, coconut }) => {
      class Holder extends coconut.ComponentResource {
        constructor(of: object) {
          super("test:index:Holder", "holder", { of, nested: [{ of }] });
        }
      }
      const logs = bucket(name, { name: "x" }, { aliases });
      new Holder(logs);
      return { logs };
    });
  program("logs", []);
  await s.apply().succeeds();
  program("journal", [{ name: "logs" }]);
  await s.plan().shows(`record bucket journal (name)`);
  await s.apply().succeeds();
  expect(JSON.stringify([...(await s.state()).objects.values()])).not.toContain(urnOf("logs"));
  expect(await s.outputs()).toMatchObject({ logs: { urn: urnOf("journal") } });
});

scenario("a resource that a callback makes is found by its alias too", async (s) => {
  const program = (name: string, aliases: readonly { name: string }[]) =>
    s.program(({ bucket, key }) => {
      key("login").fingerprint.apply(() => void bucket(name, { name: "x" }, { aliases }));
    });
  program("logs", []);
  await s.apply({ rounds: 2 }).succeeds();
  program("journal", [{ name: "logs" }]);
  await s.plan().shows(`record bucket journal (name)`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("killed after the names were recorded, the rest is done by the next run", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x", acl: "public" }, { aliases: [{ name: "a" }] }));
  s.crashAfter("record bucket b");
  await s.apply().crashes();
  expect(await names(s)).toEqual(["b"]);
  await s.plan().shows(`update bucket b (acl)`);
  await s.apply().succeeds();
});

scenario("what a create left open under the old name is settled, and then renamed", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  s.crashAfter("effect create bucket x");
  await s.apply().crashes();
  s.program(({ bucket }) => bucket("b", { name: "x" }, { aliases: [{ name: "a" }] }));
  await s.apply().succeeds();
  expect(await names(s)).toEqual(["b"]);
  s.cloud.has("bucket x");
});

scenario("what cannot be settled holds back the resource under its new name", async (s) => {
  s.program(({ rule }) => rule("a", { name: "x", port: 1 }));
  s.crashAfter("effect create rule x");
  await s.apply().crashes();
  s.program(({ rule }) => rule("b", { name: "x", port: 1 }, { aliases: [{ name: "a" }] }));
  const since = s.cloud.effects.length;
  const held = await s.apply().fails("engine/uncertain");
  expect(held.map(({ code }) => code)).toEqual(["engine/uncertain"]);
  expect(s.cloud.changes(since)).toEqual([]);
});

scenario("an alias that leads nowhere is no matter", async (s) => {
  s.program(({ bucket }) => bucket("b", {}, { aliases: [{ name: "a" }, urnOf("z")] }));
  await s.plan().shows(`create bucket b`);
  await s.apply().succeeds();
});

scenario("what is not in the program any more follows the component it is in", async (s) => {
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("web-logs", { name: "x" }, { parent, retainOnDelete: true })),
  );
  await s.apply().succeeds();
  s.program(() => new Group("shop", () => {}, { aliases: [{ name: "web" }] }));
  await s.plan().shows(`
    record group shop (name)
    forget bucket shop-logs
  `);
  await s.apply().succeeds();
});
