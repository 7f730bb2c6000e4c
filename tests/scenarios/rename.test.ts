import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A component with fifty children that refer to each other, to it, and from outside. */
function crowd(s: Scenario, name: string): void {
  s.program(({ group, bucket, task, site }) => {
    const made: { id: unknown }[] = [];
    const crowded = group(name, (parent) => {
      for (let index = 0; index < 25; index++) {
        const logs = bucket(`${name}-logs-${index}`, { name: `logs-${index}` }, { parent });
        made.push(
          task(
            `${name}-task-${index}`,
            { name: `task-${index}`, command: logs.arn },
            { parent, dependsOn: made as never },
          ),
        );
      }
      return { first: made[0] };
    });
    const outside = site("www", { bucket: made.at(-1)!.id as never });
    return { crowded, outside, all: made };
  });
}

const urnOf = (name: string, types = "cloud:index:Bucket") => `urn:pulumi:test::scenario::${types}::${name}`;

async function names(s: Scenario): Promise<readonly string[]> {
  return [...(await s.state()).resources.values()].map(({ name }) => name).sort();
}

scenario("a renamed component takes fifty children along, here and in every other stack", async (s) => {
  crowd(s, "web");
  await s.apply().succeeds();
  const other = await s.elsewhere();
  await other.apply().succeeds();

  const since = s.cloud.effects.length;
  await s.rename(["web", "shop"]).succeeds();
  expect(s.cloud.effects.length).toBe(since);
  crowd(s, "shop");
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  expect(JSON.stringify((await s.state()).outputs)).not.toContain("::web");

  crowd(other, "shop");
  const plan = await other.plan().showsNothing();
  expect(plan.changes.find(({ name }) => name === "shop")?.renamedFrom).toBe(
    urnOf("web", "test:index:Group"),
  );
  await other.apply().changesNothing();
  expect((await names(other)).filter((name) => name.startsWith("web"))).toEqual([]);
  const again = await other.plan().showsNothing();
  expect(again.changes.every(({ renamedFrom }) => renamedFrom === undefined)).toBe(true);
});

scenario("a plan that follows a rename can be applied as it was shown", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  const other = await s.elsewhere();
  await other.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  other.program(({ bucket }) => bucket("b", { name: "x", acl: "public" }));
  const plan = await other.plan().shows(`update bucket b (acl)`);
  await other.apply({ plan }).succeeds();
  expect(await names(other)).toEqual(["b"]);
});

scenario("two resources swap their names", async (s) => {
  const program = (first: string, second: string) =>
    s.program(({ bucket }) => {
      bucket(first, { name: "one" });
      bucket(second, { name: "two" });
    });
  program("a", "b");
  await s.apply().succeeds();
  await s.rename(["a", "b"], ["b", "a"]).succeeds();
  program("b", "a");
  await s.apply().changesNothing();
});

scenario("a chain of names moves by one", async (s) => {
  const program = (...all: readonly string[]) =>
    s.program(({ bucket }) => all.forEach((name, index) => bucket(name, { name: `bucket-${index}` })));
  program("a", "b", "c");
  await s.apply().succeeds();
  await s.rename(["a", "b"], ["b", "c"], ["c", "d"]).succeeds();
  program("b", "c", "d");
  await s.apply().changesNothing();
});

scenario("a name that is taken is refused, and nothing happens", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await s.apply().succeeds();
  const other = await s.elsewhere();
  const [taken] = await s.rename(["a", "b"]).fails("plan/name-taken");
  expect(taken?.detail).toContain(urnOf("b"));
  expect(await names(s)).toEqual(["a", "b"]);
  await other.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("a child that would meet another is refused with its parent", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => void bucket("web-logs", { name: "x" }, { parent }));
    group("other", (parent) => void bucket("shop-logs", { name: "y" }, { parent }));
  });
  await s.apply().succeeds();
  await s.rename(["web", "shop"]).fails("plan/name-taken");
});

scenario("another type is refused", async (s) => {
  s.program(({ bucket }) => bucket("a"));
  await s.apply().succeeds();
  await s.rename(["a", urnOf("a", "cloud:index:Site")]).fails("plan/invalid-rename");
  await s.apply().changesNothing();
});

scenario("a resource is named by its URN, its name or its id", async (s) => {
  s.program(({ bucket, key }) => [bucket("a"), key("a"), bucket("b")]);
  await s.apply({ parallel: 1 }).succeeds();
  const several = await s.rename(["a", "x"]).fails("plan/ambiguous-resource");
  expect(several[0]?.related).toHaveLength(2);
  await s.rename(["nobody", "x"]).fails("plan/no-such-resource");
  await s.rename([urnOf("a"), "x"], ["bucket-3", "y"]).succeeds();
  expect(await names(s)).toEqual(["a", "x", "y"]);
});

scenario(
  "killed before the names are written, the old ones are there, and the next plan follows",
  async (s) => {
    s.program(({ bucket }) => bucket("a", { name: "x" }));
    await s.apply().succeeds();
    s.crashBefore("record bucket b");
    await s.rename(["a", "b"]).crashes();
    expect(await names(s)).toEqual(["a"]);
    s.program(({ bucket }) => bucket("b", { name: "x" }));
    await s.apply().changesNothing();
    expect(await names(s)).toEqual(["b"]);
  },
);

scenario("killed after the names are written, all of them are", async (s) => {
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("web-logs", { name: "x" }, { parent })),
  );
  await s.apply().succeeds();
  s.crashAfter("record group shop");
  await s.rename(["web", "shop"]).crashes();
  expect(await names(s)).toEqual(["shop", "shop-logs"]);
});

scenario("a rename is followed once: what is later called by the old name is another resource", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  s.program(({ bucket }) => [bucket("b", { name: "x" }), bucket("a", { name: "y" })]);
  await s.apply().succeeds();
  await s.apply().changesNothing();
  expect(await names(s)).toEqual(["a", "b"]);
});

scenario("a new stack follows nothing that was before it", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  const other = await s.elsewhere();
  await other.apply().succeeds();
  await other.apply().changesNothing();
  expect(await names(other)).toEqual(["a"]);
});

scenario("a stack that has not what was renamed passes over it", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  const other = await s.elsewhere();
  other.program(({ bucket }) => bucket("z"));
  await other.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  await other.apply().changesNothing();
  other.program(({ bucket }) => [bucket("z"), bucket("a")]);
  await other.apply().succeeds();
  expect(await names(other)).toEqual(["a", "z"]);
});

scenario("a stack that has something else under the new name passes over it", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  const other = await s.elsewhere();
  other.program(({ bucket }) => [bucket("a", { name: "x" }), bucket("b", { name: "y" })]);
  await other.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  await other.apply().changesNothing();
  other.program(({ bucket }) => bucket("b", { name: "y" }));
  await other.plan().shows("delete bucket a");
  await other.apply().succeeds();
});

scenario("renames one after the other are followed in their order", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  const other = await s.elsewhere();
  await other.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  await s.rename(["b", "c"]).succeeds();
  other.program(({ bucket }) => bucket("c", { name: "x" }));
  await other.apply().changesNothing();
  await s.rename(["c", "a"]).succeeds();
  await s.rename(["a", "c"]).succeeds();
  await other.apply().changesNothing();
});

scenario("refresh and destroy follow too", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  const [refreshed, destroyed] = [await s.elsewhere(), await s.elsewhere()];
  await refreshed.apply().succeeds();
  await destroyed.apply().succeeds();
  await s.rename(["a", "b"]).succeeds();
  await refreshed.refresh().succeeds();
  expect(await names(refreshed)).toEqual(["b"]);
  await destroyed.destroy().succeeds();
  destroyed.story(`delete bucket b`);
});

scenario("a rename to the same name is nothing", async (s) => {
  s.program(({ bucket }) => bucket("a"));
  await s.apply().succeeds();
  await s.rename(["a", "a"]).succeeds();
  expect((await s.state()).moves).toEqual([]);
});

scenario(
  "what a renamed resource refers to, and what refers to it, stay as they are in a store on disk",
  async (s) => {
    crowd(s, "web");
    await s.apply().succeeds();
    await s.rename(["web", "shop"]).succeeds();
    crowd(s, "shop");
    await s.apply().changesNothing();
    await s.destroy().succeeds();
  },
  { store: "sqlite" },
);
