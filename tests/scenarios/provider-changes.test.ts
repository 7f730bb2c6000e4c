import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

scenario("a provider that is renamed with an alias manages what it managed", async (s) => {
  s.program(({ bucket, account }) => {
    bucket("logs", {}, { provider: account("first", { account: "one" }) });
  });
  await s.apply().succeeds();
  s.program(({ bucket, account }) => {
    const renamed = account("second", { account: "one" }, { aliases: [{ name: "first" }] });
    bucket("logs", {}, { provider: renamed });
  });
  const plan = await s.plan().succeeds();
  expect(plan.changes.map(({ action }) => action).filter((action) => action !== "same")).toEqual(["record"]);
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
  await s.apply().changesNothing();
});

scenario("a password that changes reaches the provider, and touches nothing that it manages", async (s) => {
  const program =
    (password: string) =>
    ({ bucket, account }: Words): void => {
      bucket("logs", {}, { provider: account("main", { account: "one", password }) });
    };
  s.program(program(s.secret("first-password")));
  await s.apply().succeeds();
  s.program(program(s.secret("second-password")));
  await s.plan().shows(`record cloud main (inputs)`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario(
  "a resource moves from the stack's settings to a configuration of its own that leads elsewhere",
  async (s) => {
    s.program(({ key }) => key("logs"));
    await s.apply().succeeds();
    s.program(({ key, account }) => key("logs", {}, { provider: account("other", { account: "other" }) }));
    const plan = await s.plan().succeeds();
    expect(plan.changes.map(({ action }) => action)).toContain("replace");
    await s.apply().succeeds();
    expect(s.cloud.objects("key logs").map(({ account }) => account)).toEqual(["other"]);
    await s.apply().changesNothing();
  },
);

scenario("children take the configuration of the component that they are in", async (s) => {
  s.program(({ bucket, account, group }) => {
    const other = account("other", { account: "other" });
    group("web", (parent) => void bucket("logs", {}, { parent }), { providers: [other] });
  });
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs").map(({ account }) => account)).toEqual(["other"]);
});

scenario("a child's own configuration comes before that of its component", async (s) => {
  s.program(({ bucket, account, group }) => {
    const other = account("other", { account: "other" });
    const own = account("own", { account: "own" });
    group("web", (parent) => void bucket("logs", {}, { parent, provider: own }), {
      providers: { cloud: other },
    });
  });
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs").map(({ account }) => account)).toEqual(["own"]);
});

scenario("a provider is never deleted before what it manages, also in a replacement of it", async (s) => {
  s.program(({ key, account }) => key("logs", {}, { provider: account("one", { account: "one" }) }));
  await s.apply().succeeds();
  s.program(({ key, account }) => key("logs", {}, { provider: account("two", { account: "two" }) }));
  await s.apply().succeeds();
  expect(s.cloud.objects("key logs").map(({ account }) => account)).toEqual(["two"]);
  expect([...(await s.state()).resources.values()].map(({ name }) => name).sort()).toEqual(["logs", "two"]);
});

scenario(
  "a new version of a package plans with its new rules, and the old objects are upgraded in place",
  async (s) => {
    s.program(({ task }) => task("job", { command: "run" }));
    await s.apply().succeeds();
    s.types({ Task: { replaceOn: ["name", "command"] } });
    await s.plan().showsNothing();
    s.program(({ task }) => task("job", { command: "walk" }));
    const plan = await s.plan().succeeds();
    expect(plan.changes.map(({ action }) => action)).toEqual(["replace"]);
  },
);

scenario(
  "a resource that asks for another version of its package is refused, and nothing happens",
  async (s) => {
    s.program(({ bucket }) => bucket("logs", {}, { version: "1.0.0" }));
    await s.apply().succeeds();
    s.program(({ bucket }) => bucket("logs", { acl: "public" }, { version: "2.0.0" }));
    const [problem] = await s.plan().fails("engine/other-version");
    expect(problem?.detail).toContain("2.0.0");
    expect(s.cloud.changes()).toEqual(["create bucket logs"]);
  },
);
