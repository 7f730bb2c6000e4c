import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("something tainted is replaced by the next apply, once", async (s) => {
  s.program(({ key, bucket }) => [key("one"), bucket("logs")]);
  await s.apply().succeeds();
  const { state } = await s.stack();
  expect(await state.taint("one")).toEqual(["urn:pulumi:test::scenario::cloud:index:Key::one"]);
  await s.plan().shows("replace key one (taint)");
  await s.apply().succeeds();
  s.story(`
    create key one (replaces)
    delete key one (replaced)
  `);
  await s.apply().changesNothing();
});

scenario("taint and untaint say nothing twice", async (s) => {
  s.program(({ key }) => [key("one"), key("two")]);
  await s.apply().succeeds();
  const { state } = await s.stack();
  expect(await state.taint("one", "two")).toHaveLength(2);
  const head = (await s.state()).head;
  expect(await state.taint("key-1", "*")).toEqual([]);
  const records = await (await s.store()).journal(head);
  expect(records.filter(({ event }) => event.kind === "recorded")).toEqual([]);
  expect(await state.untaint("*")).toHaveLength(2);
  expect(await state.untaint("*")).toEqual([]);
  await s.apply().changesNothing();
});

scenario("many are tainted in one record", async (s) => {
  s.program(({ key, group }) => {
    group("web", (parent) => void [key("one", {}, { parent }), key("two", {}, { parent })]);
  });
  await s.apply().succeeds();
  const head = (await s.state()).head;
  const { state } = await s.stack();
  expect(await state.taint("web")).toHaveLength(2);
  const records = await (await s.store()).journal(head);
  expect(records.filter(({ event }) => event.kind === "recorded")).toHaveLength(1);
  await s.plan().shows(`
    replace key one (taint)
    replace key two (taint)
  `);
});

scenario("only what a provider manages can be tainted, and it has to exist", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ account, types, bucket }) => {
    account("own", { account: "east" });
    types.Bucket.get("shared", id);
    bucket("logs");
  });
  await s.apply().succeeds();
  const { state } = await s.stack();
  await expect(state.taint("own")).rejects.toThrow("engine/not-replaceable");
  await expect(state.taint("shared")).rejects.toThrow("engine/not-replaceable");
  await expect(state.taint("logs", "lugs")).rejects.toThrow("plan/no-such-resource");
  await s.apply().changesNothing();
});

scenario("something tainted and protected is not replaced", async (s) => {
  s.program(({ key }) => key("one", {}, { protect: true }));
  await s.apply().succeeds();
  await (await s.stack()).state.taint("one");
  await s.apply().fails("engine/protected");
});

scenario(
  "something tainted is replaced by deleting first where two cannot be side by side, with what has to follow",
  async (s) => {
    s.program(({ bucket, disk }) => void disk("data", { size: 1, bucket: bucket("logs").id }));
    await s.apply().succeeds();
    await (await s.stack()).state.taint("logs");
    await s.apply().succeeds();
    s.story(`
    delete disk data (replaced)
    delete bucket logs (replaced)
    create bucket logs (replaces)
    create disk data (replaces)
  `);
  },
);

scenario("something tainted that leaves the program is deleted, and is no target of others", async (s) => {
  let all = true;
  s.program(({ key, bucket }) => {
    bucket("logs");
    if (all) key("one");
  });
  await s.apply().succeeds();
  await (await s.stack()).state.taint("one");
  await s.apply({ targets: ["logs"] }).changesNothing();
  all = false;
  await s.apply().succeeds();
  s.story("delete key one");
});

scenario("a replacement of something tainted that was left half way is taken up again", async (s) => {
  s.program(({ disk }) => disk("data", { size: 1 }));
  await s.apply().succeeds();
  await (await s.stack()).state.taint("data");
  s.cloud.refusesOnce("create disk data", "QuotaExceeded");
  await s.apply().fails("provider/hook-failed");
  await s.apply().succeeds();
  s.story("create disk data");
  await s.apply().changesNothing();
});
