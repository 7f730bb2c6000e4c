import { describe, expect, test } from "vitest";
import { secret } from "../../src/sdk/index.js";
import { fakeProvider, FakeCloud, testProvider, type ProviderTest } from "../../src/testing/index.js";
import { ScenarioTime } from "../support/scenario/scenario-time.js";
import { sentences } from "./shelf-failures.js";

/** The tests of buckets in a cloud that answers for a second after each change, whoever made it, as before it. */
function bucketTests(settlesWithinMs?: number): readonly ProviderTest[] {
  const time = new ScenarioTime();
  const cloud = new FakeCloud();
  cloud.lags({ settlesAfterMs: 1000, now: () => time.nowMs });
  const overrides = settlesWithinMs === undefined ? {} : { Bucket: { settlesWithinMs } };
  const fake = fakeProvider(cloud, overrides);
  let made = 0;
  const unused = () => `bucket-${++made}`;
  return testProvider(
    fake.provider,
    [
      {
        type: fake.types.Bucket,
        create: () => ({ name: unused(), acl: "private" }),
        update: (inputs) => ({ ...inputs, acl: "public" }),
        replace: (inputs) => ({ ...inputs, name: unused() }),
        secret: (text) => ({ name: unused(), tags: { token: secret(text) } }),
        drift: ({ id, inputs }) =>
          cloud.update({ kind: "bucket", id, properties: { ...inputs, acl: "shared" } }),
        remove: ({ id }) => cloud.delete({ kind: "bucket", id }),
      },
    ],
    { time: { now: () => time.nowMs, after: time.pauses.after } },
  );
}

async function failuresOf(tests: readonly ProviderTest[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, run } of tests) await run().catch(() => failed.push(name.replace(/^\S+ /, "")));
  return failed;
}

describe("a service whose reads are stale for a second", () => {
  test.each(bucketTests(5000))("passes if its type says so: $name", ({ run }) => run());

  test("passes with exactly the time that it takes", async () => {
    expect(await failuresOf(bucketTests(1000))).toEqual([]);
  });

  // In the time of these tests nothing moves but what is waited for: what was never seen is not there after a delete.
  const {
    deleted: _,
    deletedTwice: _twice,
    lookedUp: _up,
    writeOnly: _writeOnly,
    planDelete: _planDelete,
    logs: _logs,
    stats: _stats,
    ...noticed
  } = sentences;
  test("fails if its type says nothing", async () => {
    expect(await failuresOf(bucketTests())).toEqual(Object.values(noticed));
  });

  test("fails if its type says less than it takes", async () => {
    const { found, settled, updated, repaired, restored, cutOff } = sentences;
    const failed = await failuresOf(bucketTests(500));
    expect(failed).toEqual(expect.arrayContaining([found, settled, updated, repaired, restored, cutOff]));
  });
});
