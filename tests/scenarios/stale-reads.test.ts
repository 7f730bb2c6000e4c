import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A cloud that answers as before for a second after each change, and types that say it may take five. */
function late(s: Scenario): void {
  s.cloud.lags({ settlesAfterMs: 1000, now: () => s.time.nowMs });
  s.types({ Bucket: { settlesWithinMs: 5000 }, Site: { settlesWithinMs: 5000 } });
}

/** A bucket that was created long ago. */
async function oldBucket(s: Scenario, acl = "private"): Promise<void> {
  late(s);
  s.program(({ bucket }) => bucket("logs", { acl }));
  await s.apply().succeeds();
  await s.time.pass(60_000);
}

/** The same, updated a moment ago. */
async function updatedBucket(s: Scenario): Promise<void> {
  await oldBucket(s);
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  await applied(s);
}

/** Applies without the plan by which a scenario checks that nothing is left to do: that one waits, and time passes. */
async function applied(s: Scenario): Promise<void> {
  const run = await (await s.stack()).apply();
  expect(run.ok).toBe(true);
}

const waited = async (s: Scenario, work: () => Promise<unknown>): Promise<number> => {
  const begun = s.time.nowMs;
  await work();
  return s.time.nowMs - begun;
};

scenario("a read that still shows what was there before an update is not drift", async (s) => {
  await updatedBucket(s);
  expect(await waited(s, () => s.plan().showsNothing())).toBe(1000);
  await s.apply().changesNothing();
  expect(s.cloud.changes()).toEqual(["create bucket logs", "update bucket logs"]);
});

scenario("an apply right after an update does not update again", async (s) => {
  await updatedBucket(s);
  await s.apply().changesNothing();
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("a refresh does not take over what a stale read shows", async (s) => {
  await updatedBucket(s);
  await s.refresh().changesNothing();
  const [object] = [...(await s.state()).objects.values()];
  expect(object!.stored.outputs["acl"]).toBe("public");
});

scenario("a type that says nothing is believed at once", async (s) => {
  await oldBucket(s);
  s.types({ Bucket: {} });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  await applied(s);
  await s.plan().shows(`update bucket logs (drift: acl)`);
});

scenario("drift long after the last change costs no waiting", async (s) => {
  await oldBucket(s);
  s.cloud.drifts("bucket logs", { acl: "public" });
  const reads = s.cloud.effects.length;
  expect(await waited(s, () => s.plan().shows(`update bucket logs (drift: acl)`))).toBe(0);
  expect(s.cloud.effects.length - reads).toBe(1);
  await s.time.pass(1000);
  expect(await waited(s, () => s.refresh().succeeds())).toBe(0);
});

scenario("drift soon after a change is believed when the rest of the time has passed", async (s) => {
  await updatedBucket(s);
  await s.time.pass(2000);
  s.cloud.drifts("bucket logs", { acl: "shared" });
  expect(await waited(s, () => s.plan().shows(`update bucket logs (drift: acl)`))).toBe(3000);
  expect(await waited(s, () => s.plan().shows(`update bucket logs (drift: acl)`))).toBe(0);
});

scenario("the repair of drift is not taken for drift", async (s) => {
  await oldBucket(s);
  s.cloud.drifts("bucket logs", { acl: "public" });
  await applied(s);
  expect(await waited(s, () => s.plan().showsNothing())).toBe(1000);
});

scenario("a change that the clock has in the future counts as just made", async (s) => {
  await updatedBucket(s);
  await s.time.pass(60_000);
  s.time.setClock(-3_600_000);
  s.cloud.drifts("bucket logs", { acl: "shared" });
  expect(await waited(s, () => s.plan().shows(`update bucket logs (drift: acl)`))).toBe(5000);
});

scenario("a clock that was set forward lets a stale read count as drift", async (s) => {
  await updatedBucket(s);
  s.time.setClock(3_600_000);
  expect(await waited(s, () => s.plan().shows(`update bucket logs (drift: acl)`))).toBe(0);
});

scenario("an output that moves by itself is not waited for", async (s) => {
  await updatedBucket(s);
  await s.time.pass(1000);
  s.cloud.drifts("bucket logs", { size: 12 });
  expect(await waited(s, () => s.plan().showsNothing())).toBe(0);
});

scenario("an object that is to be deleted may be in any state, and is not waited for", async (s) => {
  await updatedBucket(s);
  s.program(() => {});
  expect(await waited(s, () => s.plan().shows(`delete bucket logs`))).toBe(0);
  expect(await waited(s, () => s.destroy().succeeds())).toBe(0);
});

for (const [what, look] of Object.entries<(s: Scenario) => Promise<unknown>>({
  plan: (s) => s.plan({ parallel: 1 }).showsNothing(),
  refresh: (s) => s.refresh({ parallel: 1 }).changesNothing(),
})) {
  scenario(
    `all stale reads are waited for once, however few are asked at the same time: ${what}`,
    async (s) => {
      late(s);
      const all = (acl: string) =>
        s.program(({ bucket }) => ["a", "b", "c", "d", "e"].map((name) => bucket(name, { acl })));
      all("private");
      await s.apply().succeeds();
      await s.time.pass(60_000);
      all("public");
      await applied(s);
      expect(await waited(s, () => look(s))).toBe(1000);
    },
  );
}

scenario("dependents are planned with what the update made, not with a stale read", async (s) => {
  late(s);
  const titled = (acl: string) =>
    s.program(({ bucket, site }) => {
      const logs = bucket("logs", { acl });
      return site("www", { bucket: logs.id, title: logs.acl });
    });
  titled("private");
  await s.apply().succeeds();
  await s.time.pass(60_000);
  titled("public");
  await applied(s);
  await s.plan().showsNothing();
});

scenario("a run that waits for a stale read can be left, and takes nothing for drift", async (s) => {
  await updatedBucket(s);
  const leave = new AbortController();
  s.types({
    Bucket: {
      settlesWithinMs: 5000,
      read: async () => {
        // When it has answered, and before the time is over that is waited for.
        setImmediate(() => leave.abort());
        return { arn: "arn:bucket-1", acl: "shared", size: 0 };
      },
    },
  });
  const before = await s.state();
  const left = async () => {
    await s.apply({ leave: leave.signal }).fails("engine/interrupted-before-plan");
    // What still waited for something now would let time pass.
    await s.time.pass(0);
  };
  expect(await waited(s, left)).toBe(0);
  expect((await s.state()).objects).toEqual(before.objects);
});

scenario("a create that was repeated is as recent as its last call", async (s) => {
  let madeAtMs = 0;
  const outputs = (id: string, acl: string) => ({ arn: `arn:${id}`, acl, size: 0 });
  s.types({
    Bucket: {
      settlesWithinMs: 5000,
      create: async ({ client: { cloud }, inputs, idempotencyKey: token }: BucketCreate) => {
        const { id } = await cloud.create({ kind: "bucket", name: inputs.name, properties: inputs, token });
        madeAtMs = s.time.nowMs;
        return { id, outputs: outputs(id, "public") };
      },
      // For a second after the create, a read shows the bucket and not its acl.
      read: async ({ id }: { readonly id: string }) =>
        outputs(id, s.time.nowMs - madeAtMs < 1000 ? "private" : "public"),
    },
  });
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  s.crashAfter("intent create bucket logs");
  await s.apply().crashes();
  await s.time.pass(60_000);
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
});

interface BucketCreate {
  readonly client: { readonly cloud: { create(request: object): Promise<{ readonly id: string }> } };
  readonly inputs: { readonly name: string };
  readonly idempotencyKey: string;
}
