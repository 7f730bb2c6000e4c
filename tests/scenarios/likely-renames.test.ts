import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

async function suggested(s: Scenario): Promise<readonly string[]> {
  return (await s.plan().succeeds()).plan.suggestions.map(({ command }) => command);
}

scenario("what looks like a rename is suggested with the command that makes it one", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "x", tags: { of: "shop" } }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("journal", { name: "x", tags: { of: "shop" } }));
  const plan = await s.plan().shows(`
    create bucket journal
    delete bucket logs
  `);
  expect(plan.plan.suggestions).toMatchObject([
    {
      command: "coco rename logs journal",
      evidence: ["same name, region", "1 of 1 other inputs are equal"],
    },
  ]);
  expect(plan.text()).toContain("coco rename logs journal");
  expect(plan.toJSON()).toMatchObject({ suggestions: [{ command: "coco rename logs journal" }] });
  await s.rename(["logs", "journal"]).succeeds();
  await s.plan().showsNothing();
});

scenario("what was moved below another parent is suggested by its name", async (s) => {
  s.program(({ bucket }) => bucket("logs", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket, group }) => group("web", (parent) => void bucket("logs", { name: "y" }, { parent })));
  const { plan } = await s.plan().succeeds();
  const [suggestion] = plan.suggestions;
  expect(suggestion?.evidence[0]).toBe('both are named "logs"');
  await s.rename([suggestion!.from, suggestion!.to]).succeeds();
  await s.plan().shows(`
    create group web
    replace bucket logs (name)
  `);
});

scenario("nothing is suggested where two would fit", async (s) => {
  s.program(({ key }) => key("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ key }) => [key("b", { name: "x" }), key("c", { name: "x" })]);
  expect(await suggested(s)).toEqual([]);
});

scenario("nothing is suggested where what tells objects apart differs", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x", acl: "public" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "y", acl: "public" }));
  expect(await suggested(s)).toEqual([]);
});

scenario("nothing is suggested where too much of the rest differs", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x", acl: "private", tags: { of: "shop" } }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x", acl: "public", tags: { of: "shop" } }));
  expect(await suggested(s)).toEqual([]);
});

scenario("nothing is suggested for a destroy, nor for what an alias has settled", async (s) => {
  s.program(({ bucket }) => bucket("a", { name: "x" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("b", { name: "x" }, { aliases: [{ name: "a" }] }));
  expect(await suggested(s)).toEqual([]);
  expect((await s.plan({ destroy: true }).succeeds()).plan.suggestions).toEqual([]);
});

scenario("a name that several have is told apart by the URN", async (s) => {
  s.program(({ bucket, task }) => [bucket("a", { name: "x" }), task("a", { command: "go" })]);
  await s.apply().succeeds();
  s.program(({ bucket, task }) => [bucket("b", { name: "x" }), task("a", { command: "go" })]);
  expect(await suggested(s)).toEqual(["coco rename urn:pulumi:test::scenario::cloud:index:Bucket::a b"]);
});
