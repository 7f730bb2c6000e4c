import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario(
  "what a create made is adopted when someone says what it is, and nothing is made twice",
  async (s) => {
    s.program(({ rule, task }) => task("probe", { command: rule("web", { port: 80 }).state }));
    s.crashAfter("effect create rule web");
    await s.apply({ parallel: 1 }).crashes();
    await s.apply().fails("engine/uncertain");

    const { id } = s.cloud.objects("rule web")[0]!;
    expect(await (await s.stack()).recover("web", { adopt: id })).toMatchObject({
      ok: true,
      diagnostics: [],
    });
    await s.apply().succeeds();
    s.cloud.has("task probe");
    expect(s.cloud.objects("rule web").map((each) => each.id)).toEqual([id]);
  },
);

scenario("what a create did not make is made once someone says so", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  s.crashAfter("intent create rule web");
  await s.apply().crashes();

  expect(await (await s.stack()).recover("web", { absent: true })).toMatchObject({ ok: true });
  await s.apply().succeeds();
  s.cloud.has("rule web", { port: 80 });
});

scenario("what was not made is owed if something that was made names it", async (s) => {
  s.program(({ rule, key }) => {
    const web = rule("web", { port: 80 });
    key("spare", {}, { replaceWith: [web] });
  });
  s.crashAfter("intent create rule web");
  await s.apply({ parallel: 1 }).crashes();
  await s.apply().fails("engine/uncertain");
  s.cloud.has("key spare");

  expect(await (await s.stack()).recover("web", { absent: true })).toMatchObject({ ok: true });
  await s.apply().succeeds();
  s.cloud.has("rule web", { port: 80 });
});

scenario("what was cut off is called by its moniker too", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }, { globalId: "the-web" }));
  s.crashAfter("intent create rule web");
  await s.apply().crashes();

  const recover = async (name: string) => (await s.stack()).recover(name, { absent: true });
  await expect(recover("test#the-other")).rejects.toThrow("engine/nothing-to-recover");
  expect(await recover("test#the-web")).toMatchObject({ ok: true });
  await s.apply().succeeds();
});

scenario("an id that does not exist adopts nothing", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  s.crashAfter("intent create rule web");
  await s.apply().crashes();

  const run = await (await s.stack()).recover("web", { adopt: "nowhere" });
  expect(run.ok).toBe(false);
  expect(run.diagnostics.map(({ code }) => code)).toEqual(["engine/uncertain"]);
  expect(run.diagnostics[0]!.detail).toContain('"nowhere"');
  await s.apply().fails("engine/uncertain");
});

scenario("there is nothing to recover where nothing was cut off", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  await s.apply().succeeds();
  await expect((await s.stack()).recover("web", { absent: true })).rejects.toThrow(
    "engine/nothing-to-recover",
  );
  await s.apply().changesNothing();
});
