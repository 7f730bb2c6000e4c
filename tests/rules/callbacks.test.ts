import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("every callback is run, consumed or not, when its value is known", async (s) => {
  const seen: string[] = [];
  s.program(({ bucket }) => {
    const logs = bucket("logs");
    logs.name.apply((name) => void seen.push(name));
    logs.arn.apply((arn) => void seen.push(arn));
  });
  await s.plan().succeeds();
  expect(seen).toEqual(["logs"]);
  await s.apply().succeeds();
  expect(seen.filter((text) => text === "arn:bucket-1").length).toBeGreaterThan(0);
});

scenario("a callback never sees a value that is not known", async (s) => {
  const seen: unknown[] = [];
  s.program(({ bucket, coconut }) => {
    const logs = bucket("logs");
    coconut.all([logs.name, { deep: [logs.arn] }]).apply((value) => void seen.push(value));
  });
  await s.plan().succeeds();
  expect(seen).toEqual([]);
  await s.apply().succeeds();
  expect(seen[0]).toEqual(["logs", { deep: ["arn:bucket-1"] }]);
});

scenario("a callback that waits takes no place from others, even if there is one place only", async (s) => {
  const order: string[] = [];
  s.program(({ bucket }) => {
    const first = bucket("first");
    const slow = first.arn.apply(async (arn) => {
      await sleep(60);
      order.push("callback");
      return arn;
    });
    bucket("waiting", { acl: slow });
    bucket("other", { acl: first.arn }).arn.apply(() => void order.push("other"));
  });
  await s.apply({ parallel: 1 }).succeeds();
  expect(order.slice(0, 2)).toEqual(["other", "callback"]);
});

scenario("with one place, a step may wait for another that no plan knew it needs", async (s) => {
  s.program(({ bucket }) => {
    const first = bucket("first");
    const last = () => later;
    bucket("waiting", { acl: first.arn.apply(() => last().arn) });
    const later = bucket("later");
  });
  await s.apply({ parallel: 1 }).succeeds();
  s.cloud.has("bucket waiting", { acl: "arn:bucket-2" });
  await s.apply().changesNothing();
});

scenario("a circle that closes only at apply is a failed step with its path", async (s) => {
  s.program(({ bucket }) => {
    const first = bucket("first");
    const chicken = bucket("chicken", { acl: first.arn.apply(() => egg().arn) });
    const laid = bucket("egg", { acl: chicken.arn });
    const egg = () => laid;
  });
  const [problem] = await s.apply().fails("engine/cycle");
  expect(problem!.detail).toContain(`"chicken" -> cloud:index:Bucket "egg" -> cloud:index:Bucket "chicken"`);
  s.cloud.has("bucket first");
  s.cloud.lacks("bucket chicken");
});

scenario("a circle in the plan is told with its path, and nothing is called", async (s) => {
  s.program(({ bucket }) => {
    const chicken = bucket("chicken", { acl: bucket("first").name.apply(() => egg().arn) });
    const laid = bucket("egg", { acl: chicken.arn });
    const egg = () => laid;
  });
  const [problem] = await s.apply().fails("engine/cycle");
  expect(problem!.detail).toMatch(/"chicken" -> .*"egg" -> .*"chicken"|"egg" -> .*"chicken" -> .*"egg"/);
  expect(s.cloud.effects).toEqual([]);
});

scenario("a chain of 5,000 callbacks is planned and applied", async (s) => {
  s.program(({ bucket }) => {
    let text = bucket("logs").arn;
    for (let index = 0; index < 5_000; index++) text = text.apply((value) => value);
    bucket("end", { acl: text });
  });
  await s.apply().succeeds();
  s.cloud.has("bucket end", { acl: "arn:bucket-1" });
});
