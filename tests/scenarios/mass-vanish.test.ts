import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** As if with the credentials of another account, whose cloud says of what it does not have that it is not there. */
function elsewhere(s: Scenario, ...types: readonly ("Bucket" | "Key")[]): void {
  s.types(Object.fromEntries(types.map((type) => [type, { read: async () => null }])));
}

scenario("nothing is made again where much is gone at once", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  elsewhere(s, "Bucket");
  const [problem] = await s.plan().fails("engine/many-missing");
  expect(problem!.detail).toContain(
    "10 of 10 resources were not found with the configuration of package cloud.",
  );
  expect(problem!.detail).toContain("and 5 more");
  expect(problem!.hint).toContain("--accept-gone");
  const since = s.cloud.effects.length;
  await s.apply().fails("engine/many-missing");
  expect(s.cloud.changes(since)).toEqual([]);
  s.types({});
  await s.apply().changesNothing();
});

scenario("a refresh lets go of nothing where much is gone at once", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  elsewhere(s, "Bucket");
  await s.refresh().fails("engine/many-missing");
  expect((await s.state()).resources.size).toBe(10);
});

scenario(
  "what the program does not ask for any more is not forgotten where much is gone at once",
  async (s) => {
    s.program(({ bucket }) => names.map((name) => bucket(name)));
    await s.apply().succeeds();
    s.program(() => {});
    elsewhere(s, "Bucket");
    await s.apply().fails("engine/many-missing");
    expect((await s.state()).resources.size).toBe(10);
  },
);

scenario("what is really gone is made again when someone says so", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  for (const name of ["a", "b", "c"]) s.cloud.loses(`bucket ${name}`);
  await s.apply().fails("engine/many-missing");
  await s.apply({ acceptGone: true }).succeeds();
  s.story(`
    create bucket a
    create bucket b
    create bucket c
  `);
});

scenario("a refresh lets go of what is really gone when someone says so", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  for (const name of ["a", "b", "c"]) s.cloud.loses(`bucket ${name}`);
  await s.refresh({ acceptGone: true }).succeeds();
  expect((await s.state()).resources.size).toBe(7);
});

scenario("few that are gone are made again without a question", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  for (const name of ["a", "b"]) s.cloud.loses(`bucket ${name}`);
  await s.apply().succeeds();
});

scenario("the credentials of one provider are looked at apart from those of others", async (s) => {
  s.program(({ bucket, key, account }) => {
    const other = account("other", { account: "main" });
    for (let index = 0; index < 20; index++) bucket(`many-${index}`);
    for (const name of ["a", "b", "c"]) key(name, {}, { provider: other });
  });
  await s.apply().succeeds();
  elsewhere(s, "Key");
  const [problem] = await s.plan().fails("engine/many-missing");
  expect(problem!.detail).toMatch(/^3 of 3 resources were not found with provider urn:.*::other\./);
});

scenario("a destroy with the credentials of another account forgets nothing", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  elsewhere(s, "Bucket");
  const [problem] = await s.destroy().fails("engine/many-missing");
  expect(problem!.detail).toContain("Nothing further was started.");
  expect((await s.state()).resources.size).toBe(10);
  s.types({});
  await s.destroy().succeeds();
  expect(s.cloud.objects("bucket a")).toEqual([]);
});

scenario("a destroy forgets what is really gone when someone says so", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  for (const name of names) s.cloud.loses(`bucket ${name}`);
  await s.destroy({ acceptGone: true }).succeeds();
});

scenario("a plan file remembers that it was meant", async (s) => {
  s.program(({ bucket }) => names.map((name) => bucket(name)), "digest");
  await s.apply().succeeds();
  for (const name of ["a", "b", "c"]) s.cloud.loses(`bucket ${name}`);
  const file = await s.plan({ acceptGone: true }).file();
  await s.apply({ file }).succeeds();
});
