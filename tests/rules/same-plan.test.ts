import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import * as coconut from "@coconut/coconut";
import { FakeCloud, fakeProvider, testStack, type Cloud } from "@coconut/coconut/testing";

/** A cloud whose answers take a while, each time another one. */
function unsteady(cloud: Cloud): Cloud {
  return new Proxy(cloud, {
    get: (target, name: keyof Cloud) => async (request: never) => {
      await sleep(Math.random() * 4);
      return target[name](request);
    },
  });
}

/** A stack in which about everything is to be done: creates, updates, replacements, deletions, callbacks, drift. */
async function changingStack() {
  const cloud = new FakeCloud();
  const { types } = fakeProvider(unsteady(cloud));
  let generation = 1;
  const stack = await testStack(() => {
    const { Bucket, Disk, Key, Site, Task } = types;
    const buckets = Array.from({ length: 8 }, (_, index) => {
      const isGone = index % 5 === 4 && generation === 2;
      const region = index % 4 === 3 && generation === 2 ? "us" : "eu";
      return isGone ? undefined : new Bucket(`bucket ${index}`, { name: `bucket-${index}`, region });
    }).filter((bucket) => bucket !== undefined);
    for (const [index, bucket] of buckets.entries()) {
      new Site(`site ${index}`, {
        name: `site-${index}`,
        bucket: bucket.arn,
      });
      bucket.name.apply(async (name) => {
        await sleep(Math.random() * 3);
        new Task(`task of ${name}`, { name: `task-${name}`, command: `run ${generation}` });
      });
      bucket.arn.apply((arn) => void new Key(`key for ${arn}`, { name: `key-${index}` }));
    }
    if (generation === 2) new Bucket("new", { name: "new" });
    new Disk("disk", { name: "disk", size: generation, bucket: buckets[0]!.arn });
    return { all: coconut.all(buckets.map(({ arn }) => arn)) };
  });
  await stack.apply({ rounds: 2 });
  generation = 2;
  return { stack, cloud };
}

test("a plan is the same, byte for byte, however long answers take and however many are asked at once", async () => {
  const { stack } = await changingStack();
  const shown = new Set<string>();
  const repeats = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 64 : 1));
  for (const parallel of repeats.slice(0, 10)) shown.add(await shownBy(stack, parallel));
  for (const some of [repeats.slice(10, 30), repeats.slice(30)])
    for (const each of await Promise.all(some.map((parallel) => shownBy(stack, parallel)))) shown.add(each);
  expect(shown.size).toBe(1);
  const [text] = shown;
  for (const mark of ["+", "~", "±", "-", "?"]) expect(text).toMatch(new RegExp(`^\\${mark} `, "m"));
});

async function shownBy(stack: Awaited<ReturnType<typeof testStack>>, parallel: number): Promise<string> {
  const plan = await stack.plan({ parallel });
  // Values hold live resource objects, which JSON must not look into.
  const data = JSON.stringify({ changes: plan.changes, steps: plan.steps }, (key, value: unknown) =>
    key === "live" ? undefined : value,
  );
  return `${plan.text()}\n${data}`;
}
