import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const byName = { Bucket: { globalId: "name" } };

async function globalIds(s: Scenario): Promise<readonly (string | undefined)[]> {
  return [...(await s.state()).resources.values()].map(({ globalId }) => globalId);
}

scenario("a resource with a global id is the same one under another name and another parent", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "x" }, { globalId: "the-logs" }));
  await s.apply().succeeds();
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("journal", { name: "x" }, { parent, globalId: "the-logs" })),
  );
  await s.plan().shows(`
    create group web
    record bucket journal (name, parent, dependencies)
  `);
  const since = s.cloud.effects.length;
  await s.apply().succeeds();
  expect(s.cloud.changes(since)).toEqual([]);
  await s.apply().changesNothing();
});

scenario("a type says which input is the global id", async (s) => {
  s.types(byName);
  s.program(({ bucket }) => bucket("logs", { name: "x" }));
  await s.apply().succeeds();
  expect(await globalIds(s)).toEqual(["x"]);
  s.program(({ bucket, group }) =>
    group("web", (parent) => void bucket("journal", { name: "x" }, { parent })),
  );
  await s.plan().shows(`
    create group web
    record bucket journal (name, parent, dependencies)
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("the option says more than the type", async (s) => {
  s.types(byName);
  s.program(({ bucket }) => bucket("logs", { name: "x" }, { globalId: "own" }));
  await s.apply().succeeds();
  expect(await globalIds(s)).toEqual(["own"]);
});

scenario("the global id may be computed from what the program knows", async (s) => {
  s.types(byName);
  s.program(({ bucket, coconut }) =>
    bucket("logs", { name: coconut.output("x").apply((text) => `${text}-1`) }),
  );
  await s.apply().succeeds();
  expect(await globalIds(s)).toEqual(["x-1"]);
  await s.apply().changesNothing();
});

scenario("one that is known after apply is none, and that is said", async (s) => {
  s.types(byName);
  s.program(({ bucket, key }) => bucket("logs", { name: key("login").fingerprint }));
  const { plan } = await s.plan().succeeds();
  expect(plan.warnings).toMatchObject([{ code: "engine/no-global-id", severity: "warning", path: "name" }]);
  await s.apply().succeeds();
  expect(await globalIds(s)).toEqual([undefined, undefined]);
  await s.apply().changesNothing();
});

scenario("a secret is no global id", async (s) => {
  s.types(byName);
  const name = s.secret("hidden-name");
  s.program(({ bucket, coconut }) => bucket("logs", { name: coconut.secret(name) }));
  const { plan } = await s.plan().succeeds();
  expect(plan.warnings).toMatchObject([{ code: "engine/no-global-id" }]);
});

scenario("two resources with one global id are refused with both places", async (s) => {
  s.program(({ bucket, key }) => {
    bucket("logs", {}, { globalId: "g" });
    key("login", {}, { globalId: "g" });
  });
  const [shared] = await s.plan().fails("plan/shared-global-id");
  expect(shared?.position).toBeDefined();
  expect(shared?.related?.[0]?.position).toBeDefined();
});

scenario("a resource that gets a global id is found by its URN, and then by that", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { name: "x" }, { globalId: "g" }));
  await s.plan().shows(`record bucket logs (global id)`);
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("journal", { name: "x" }, { globalId: "g" }));
  await s.plan().shows(`record bucket journal (name)`);
  await s.apply().succeeds();
});

scenario("two resources exchange their names, and stay what they are", async (s) => {
  const program = (first: string, second: string) =>
    s.program(({ bucket }) => {
      bucket(first, { name: "x" }, { globalId: "1" });
      bucket(second, { name: "y" }, { globalId: "2" });
    });
  program("a", "b");
  await s.apply().succeeds();
  program("b", "a");
  await s.plan().shows(`
    record bucket b (name)
    record bucket a (name)
  `);
  const since = s.cloud.effects.length;
  await s.apply().succeeds();
  expect(s.cloud.changes(since)).toEqual([]);
});

scenario("children follow a component that is known by its global id", async (s) => {
  const program = (name: string) =>
    s.program(({ bucket, group }) =>
      group(name, (parent) => void bucket(`${name}-logs`, { name: "x" }, { parent }), { globalId: "site" }),
    );
  program("web");
  await s.apply().succeeds();
  program("shop");
  await s.plan().shows(`
    record group shop (name)
    record bucket shop-logs (name)
  `);
  await s.apply().succeeds();
});

scenario("another type under one global id replaces the object", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "x" }, { globalId: "g" }));
  await s.apply().succeeds();
  s.program(({ key }) => key("login", { name: "x" }, { globalId: "g" }));
  await s.plan().shows(`replace key login (cloud cloud:index:Bucket -> cloud cloud:index:Key)`);
});

scenario("a global id leads to the name of something that leaves", async (s) => {
  s.program(({ bucket }) => {
    for (const name of ["a", "b", "c"]) bucket(name, {}, { globalId: `of ${name}` });
  });
  await s.apply().succeeds();
  s.program(({ bucket }) => {
    bucket("b", { name: "a" }, { globalId: "of a" });
    bucket("c", { name: "b" }, { globalId: "of b" });
  });
  await s.plan().shows(`
    record bucket b (name)
    record bucket c (name)
    delete bucket c (leaving)
  `);
  await s.apply({ file: await s.plan().file() }).succeeds();
  s.cloud.has("bucket a");
  s.cloud.has("bucket b");
  s.cloud.lacks("bucket c");
  await s.apply().changesNothing();
});

scenario("configurations that swap their names delete what is theirs", async (s) => {
  const program = (names: readonly string[], isWhole: boolean) =>
    s.program(({ key, account }) => {
      for (const [index, name] of names.entries()) {
        const provider = account(name, { account: `account ${index}` }, { globalId: `${index}` });
        if (isWhole) key(`key ${index}`, {}, { provider });
      }
    });
  program(["one", "two"], true);
  await s.apply().succeeds();
  program(["two", "one"], false);
  await s.apply().succeeds();
  expect(s.cloud.changes().slice(2).toSorted()).toEqual(["delete key key 0", "delete key key 1"]);
});
