import { expect } from "vitest";
import { secretOf } from "../../src/model/index.js";
import { scenario } from "../support/scenario.js";

scenario("an output that is secret is kept secret", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ key, coconut }) => ({
    word: coconut.secret(word),
    material: key("k").material,
    fingerprint: key("l").fingerprint,
  }));
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({
    word: secretOf(word),
    material: secretOf("secret-material of key-1"),
    fingerprint: "print of key-2",
  });
});

scenario("outputs of a run that failed are those of the run before", async (s) => {
  const program = (acl: string) =>
    s.program(({ bucket }) => ({ acl: bucket("logs", { acl }).acl, run: acl }));
  program("private");
  await s.apply().succeeds();
  program("public");
  s.cloud.refusesOnce("update bucket logs", "Denied");
  await s.apply().fails("provider/hook-failed");
  expect(await s.outputs()).toEqual({ acl: "private", run: "private" });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ acl: "public", run: "public" });
});

scenario("a plan shows outputs as far as they are known", async (s) => {
  s.program(({ bucket }) => {
    const logs = bucket("logs");
    return { name: logs.name, arn: logs.arn };
  });
  const { plan } = await s.plan().succeeds();
  expect(plan.outputs).toMatchObject({ name: "logs" });
  expect(plan.outputs["arn"]).not.toBe("arn:bucket-1");
});

scenario("outputs alone may change, and that is all that is written", async (s) => {
  s.program(({ bucket }) => ({ greeting: "hello", arn: bucket("logs").arn }));
  await s.apply().succeeds();
  s.program(({ bucket }) => ({ greeting: "goodbye", arn: bucket("logs").arn }));
  await s.plan().shows("");
  await s.apply().changesNothing();
  expect(await s.outputs()).toEqual({ greeting: "goodbye", arn: "arn:bucket-1" });
});

scenario("a destroyed stack has no outputs", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  await s.apply().succeeds();
  await s.destroy().succeeds();
  expect(await s.outputs()).toEqual({});
});

scenario("an output whose callback throws fails the plan, before anything is done", async (s) => {
  s.program(({ bucket }) => ({
    name: bucket("logs").name.apply(() => {
      throw new Error("no such name");
    }),
  }));
  await s.plan().fails("program/callback-failed");
  await s.apply().fails("program/callback-failed");
  expect(s.cloud.effects).toEqual([]);
});

scenario("outputs are not half new: one failure keeps them all", async (s) => {
  const program = (acl: string) =>
    s.program(({ bucket }) => ({ a: bucket("a", { acl }).acl, b: bucket("b", { acl }).acl }));
  program("private");
  await s.apply().succeeds();
  program("public");
  s.cloud.refusesOnce("update bucket b", "Denied");
  await s.apply({ continueOnError: true }).fails();
  s.cloud.has("bucket a", { acl: "public" });
  expect(await s.outputs()).toEqual({ a: "private", b: "private" });
});
