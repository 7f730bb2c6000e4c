import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("what is protected in state stays so while the program says nothing", async (s) => {
  let acl = "private";
  let all = true;
  s.program(({ bucket }) => void (all && bucket("logs", { acl })));
  await s.apply().succeeds();
  expect(await (await s.stack()).state.protect("logs")).toHaveLength(1);
  await s.apply().changesNothing();
  acl = "public";
  await s.apply().succeeds();
  s.story("update bucket logs");
  all = false;
  await s.apply().fails("engine/protected");
  await (await s.stack()).state.unprotect("logs");
  await s.apply().succeeds();
  s.story("delete bucket logs");
});

scenario("what is protected in state is not replaced either", async (s) => {
  let region = "eu";
  s.program(({ bucket }) => bucket("logs", { region }));
  await s.apply().succeeds();
  await (await s.stack()).state.protect("logs");
  region = "us";
  await s.apply().fails("engine/protected");
});

scenario("when the program says something about protection, that holds", async (s) => {
  let options = {};
  s.program(({ bucket }) => bucket("logs", {}, options));
  await s.apply().succeeds();
  await (await s.stack()).state.protect("logs");
  options = { protect: false };
  await s.plan().shows("record bucket logs (options)");
  await s.apply().succeeds();
  await s.destroy().succeeds();
});

scenario("what the program took over it also takes away", async (s) => {
  let options = {};
  s.program(({ bucket }) => bucket("logs", {}, options));
  await s.apply().succeeds();
  await (await s.stack()).state.protect("logs");
  options = { protect: true };
  await s.apply().succeeds();
  options = {};
  await s.apply().succeeds();
  await s.destroy().succeeds();
});

scenario("the protection of the program comes back with the next apply", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  await s.apply().succeeds();
  await (await s.stack()).state.unprotect("logs");
  await s.plan().shows("record bucket logs (options)");
  await s.apply().succeeds();
  await s.destroy().fails("engine/protected");
});

scenario("a component is protected with all that is in it", async (s) => {
  s.program(({ bucket, group }) => {
    group("web", (parent) => void bucket("inner", {}, { parent }));
    bucket("outer");
  });
  await s.apply().succeeds();
  const { state } = await s.stack();
  expect(await state.protect("web")).toHaveLength(2);
  expect(await state.protect("web")).toEqual([]);
  const found = await s.destroy().fails("engine/protected");
  expect(found.map(({ resource }) => resource?.split("::").at(-1))).toEqual(["inner"]);
});

scenario("what is forgotten leaves state and stays in the world", async (s) => {
  let all = true;
  s.program(({ bucket }) => void (all && [bucket("a"), bucket("b")]));
  await s.apply().succeeds();
  await (await s.stack()).state.forget(["a"]);
  all = false;
  await s.apply().succeeds();
  s.story("delete bucket b");
  s.cloud.has("bucket a");
});

scenario("what others need is not forgotten, unless with them", async (s) => {
  s.program(({ bucket, site, task, account, group }) => {
    const provider = account("own", { account: "east" });
    const www = site("www", { bucket: bucket("logs", {}, { provider }).id });
    task("warm", { command: www.url });
    group("web", (parent) => void bucket("inner", {}, { parent }));
  });
  await s.apply().succeeds();
  const { state } = await s.stack();
  await expect(state.forget(["logs"])).rejects.toThrow("engine/still-needed");
  await expect(state.forget(["own"])).rejects.toThrow("engine/still-needed");
  await expect(state.forget(["web"])).rejects.toThrow("engine/still-needed");
  expect(await state.forget(["web", "inner"])).toHaveLength(2);
  expect(await state.forget(["own"], { dependents: true })).toHaveLength(4);
  expect((await s.state()).resources.size).toBe(0);
});

scenario("something protected is not forgotten", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { protect: true }));
  await s.apply().succeeds();
  const { state } = await s.stack();
  await expect(state.forget(["logs"])).rejects.toThrow("engine/protected");
  await state.unprotect("logs");
  expect(await state.forget(["logs"])).toHaveLength(1);
});

scenario("what a replacement left behind is forgotten with its resource", async (s) => {
  let region = "eu";
  s.program(({ bucket }) => bucket("logs", { region }));
  await s.apply().succeeds();
  region = "us";
  s.cloud.refusesOnce("delete bucket logs", "InUse");
  await s.apply().fails("provider/hook-failed");
  await (await s.stack()).state.forget(["bucket-2"]);
  expect((await s.state()).objects.size).toBe(0);
});

scenario("unknown and ambiguous names are refused, and nothing is changed", async (s) => {
  s.program(({ bucket, site }) => [bucket("web"), site("web", { bucket: "b" })]);
  await s.apply().succeeds();
  const { state } = await s.stack();
  for (const change of [state.protect, state.unprotect, state.taint, state.untaint]) {
    await expect(change.call(state, "web")).rejects.toThrow("plan/ambiguous-resource");
    await expect(change.call(state, "wep*")).rejects.toThrow("plan/no-such-resource");
  }
  await expect(state.forget(["other"])).rejects.toThrow("plan/no-such-resource");
  await s.apply().changesNothing();
});

scenario("what an operation was cut off on waits until that is settled", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  s.crashAfter("effect update bucket logs");
  await s.apply().crashes();
  const { state } = await s.stack();
  await expect(state.taint("logs")).rejects.toThrow("engine/uncertain");
  await expect(state.forget(["logs"])).rejects.toThrow("engine/uncertain");
  await s.apply().succeeds();
});
