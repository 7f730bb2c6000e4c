import { expect, test } from "vitest";
import { FakeCloud, fakeProvider, testStack } from "@coconut/coconut/testing";

test("a program lives its whole life in milliseconds", async () => {
  const cloud = new FakeCloud();
  const { types } = fakeProvider(cloud);
  let region = "eu";
  const stack = await testStack(() => {
    const logs = new types.Bucket("logs", { name: "logs", region });
    const www = new types.Site("www", { name: "www", bucket: logs.id });
    return { url: www.url };
  });
  const run = await stack.apply();
  expect(run).toMatchObject({ ok: true, outputs: { url: "https://www.test" } });

  region = "us";
  const plan = await stack.plan();
  expect(plan.changes.map(({ name, action }) => `${action} ${name}`)).toEqual(["replace logs", "update www"]);
  expect((await plan.apply()).ok).toBe(true);
  cloud.has("bucket logs", { region: "us" });

  expect((await stack.destroy()).ok).toBe(true);
  expect(cloud.objects()).toEqual([]);
});

test("two of them in one test know nothing of each other", async () => {
  const cloud = new FakeCloud();
  const { types } = fakeProvider(cloud);
  const stackOf = (name: string) => testStack(() => void new types.Key(name, { name }), { stack: name });
  const [a, b] = await Promise.all([stackOf("a"), stackOf("b")]);
  await Promise.all([a.apply(), b.apply()]);
  await a.destroy();
  expect(cloud.objects().map(({ name }) => name)).toEqual(["b"]);
});

test("settings reach the program and its providers", async () => {
  const cloud = new FakeCloud();
  const { types } = fakeProvider(cloud);
  const stack = await testStack(() => void new types.Key("k", { name: "k" }), {
    config: { "cloud:account": "other" },
  });
  await stack.apply();
  expect(cloud.objects()[0]!.account).toBe("other");
});
