import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A cloud that needs a second to know what was done to it, and a type that says it may need five. */
function late(s: Scenario, types: readonly string[] = ["Bucket", "Site", "Key"]): void {
  s.cloud.lags({ settlesAfterMs: 1000, now: () => s.time.nowMs });
  s.types(Object.fromEntries(types.map((type) => [type, { settlesWithinMs: 5000 }])));
}

const countOf = (s: Scenario, action: string) =>
  s.cloud.effects.filter((effect) => effect.action === action).length;

scenario("what was made a moment ago and is not seen yet is not made again", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario("what is gone is believed to be gone when the time is over, and not before", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.time.pass(60_000);
  s.cloud.loses("bucket logs");
  const begun = s.time.nowMs;
  const reads = countOf(s, "read");
  await s.plan().shows(`create bucket logs (gone)`);
  expect(s.time.nowMs - begun).toBe(5000);
  expect(countOf(s, "read") - reads).toBe(5);
});

scenario("a type that says nothing is believed at once", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.cloud.loses("bucket logs");
  const reads = countOf(s, "read");
  await s.plan().shows(`create bucket logs (gone)`);
  expect([s.time.nowMs, countOf(s, "read") - reads]).toEqual([0, 1]);
});

scenario("a refresh does not let go of what is not seen yet", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.refresh().changesNothing();
  expect((await s.state()).resources.size).toBe(1);
});

scenario(
  "a create that was cut off with its id known is not made again because it is not seen",
  async (s) => {
    late(s);
    s.program(({ site }) => site("www", { bucket: "none" }));
    s.crashAfter("identified create site www");
    await s.apply().crashes();
    await s.apply().succeeds();
    expect(s.cloud.effects.filter(({ action }) => action === "create")).toHaveLength(1);
  },
);

scenario("a known id that is not seen within the time is looked for by its key", async (s) => {
  // The type promises too much: nothing is seen for longer than it says, but by its key it is.
  s.types({ Site: { settlesWithinMs: 5000, read: async () => null } });
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.crashAfter("identified create site www");
  await s.apply().crashes();
  const plan = await s.plan().succeeds();
  expect(plan.settled.map(({ what }) => what)).toEqual(["will adopt"]);
  expect(s.cloud.objects("site www")).toHaveLength(1);
});

scenario("a known id that is gone, of a type that cannot find, is for a person to decide", async (s) => {
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.types({ Site: { find: undefined } });
  s.crashAfter("identified create site www");
  await s.apply().crashes();
  s.cloud.loses("site www");
  const [problem] = await s.apply().fails("engine/uncertain");
  expect(problem!.detail).toContain('Its object "site-1" does not exist');
  expect(problem!.hint).toContain("--absent");
});

scenario(
  "what a create made that was cut off is found although nothing is seen of it at first",
  async (s) => {
    s.cloud.lags({ settlesAfterMs: 1000, now: () => s.time.nowMs });
    const calls = { creates: 0 };
    s.types({
      Key: {
        settlesWithinMs: 5000,
        // A service that takes a key and does not look at it: repeating its create would make a second object.
        create: async ({ client, inputs, idempotencyKey }: KeyCreate) => {
          calls.creates++;
          const made = await client.cloud.create({
            kind: "key",
            name: inputs.name,
            properties: inputs,
            token: idempotencyKey,
            honoursToken: false,
          });
          return { id: made.id, outputs: { fingerprint: "print", material: "secret-material" } };
        },
      },
    });
    s.program(({ key }) => key("main"));
    s.crashAfter("effect create key main");
    await s.apply().crashes();
    await s.apply().succeeds();
    expect(calls.creates).toBe(1);
    expect(s.cloud.objects("key main")).toHaveLength(1);
  },
);

interface KeyCreate {
  readonly client: { readonly cloud: { create(request: object): Promise<{ readonly id: string }> } };
  readonly inputs: { readonly name: string };
  readonly idempotencyKey: string;
}

scenario("what a repeated create has made is not taken for gone by the plan that follows", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  s.cloud.failsBeforeEffect("create bucket logs");
  await s.apply().fails();
  await s.time.pass(60_000);
  await s.apply().succeeds();
  s.story(``);
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
});

scenario(
  "a delete that was cut off before it went out is not taken for done because nothing is seen",
  async (s) => {
    late(s);
    s.program(({ bucket }) => bucket("logs"));
    await s.apply({ refresh: false }).succeeds();
    s.program(() => {});
    s.crashAfter("intent delete bucket logs");
    await s.apply({ refresh: false }).crashes();
    await s.apply().succeeds();
    s.story(`delete bucket logs`);
    s.cloud.lacks("bucket logs");
  },
);

scenario("what was deleted and is still seen is no trouble", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.time.pass(60_000);
  s.cloud.failsAfterEffect("delete bucket logs");
  await s.destroy().fails("provider/hook-failed");
  // It is still seen, so it is deleted again: that there is nothing any more is no error.
  await s.destroy().succeeds();
  expect((await s.state()).resources.size).toBe(0);
});

scenario("what a delete that was cut off has taken away is not kept because it is still seen", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.time.pass(60_000);
  s.crashAfter("effect delete bucket logs");
  await s.destroy().crashes();
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs", "delete bucket logs", "create bucket logs"]);
});

scenario("all that was cut off together is waited for once", async (s) => {
  late(s);
  const names = Array.from({ length: 8 }, (_, index) => `b${index}`);
  s.program(({ bucket }) => names.map((name) => bucket(name)));
  await s.apply().succeeds();
  await s.time.pass(60_000);
  for (const name of names) s.cloud.failsBeforeEffect(`delete bucket ${name}`);
  await s.destroy({ continueOnError: true }).fails("provider/hook-failed");
  expect((await s.state()).open.size).toBe(8);
  const begun = s.time.nowMs;
  await s.plan().succeeds();
  expect(s.time.nowMs - begun).toBe(5000);
  await s.destroy().succeeds();
  expect(s.time.nowMs - begun).toBe(10_000);
});

for (const [what, look] of Object.entries<(s: Scenario) => Promise<unknown>>({
  plan: (s) => s.plan({ parallel: 1 }).succeeds(),
  "plan without them": (s) => {
    s.program(({ bucket }) => ["c", "d", "e", "f", "g", "h", "i"].map((name) => bucket(name)));
    return s.plan({ parallel: 1 }).succeeds();
  },
  refresh: (s) => s.refresh({ parallel: 1 }).succeeds(),
})) {
  scenario(
    `all that is gone is waited for once, however few are asked at the same time: ${what}`,
    async (s) => {
      late(s);
      s.program(({ bucket }) => ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((name) => bucket(name)));
      await s.apply().succeeds();
      await s.time.pass(60_000);
      for (const name of ["a", "b"]) s.cloud.loses(`bucket ${name}`);
      const begun = s.time.nowMs;
      await look(s);
      expect(s.time.nowMs - begun).toBe(5000);
    },
  );
}

scenario("being refused while one looks again is an error, never that it is gone", async (s) => {
  late(s);
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.time.pass(60_000);
  let looks = 0;
  s.types({
    Bucket: {
      settlesWithinMs: 5000,
      read: async () => {
        if (++looks === 1) return null;
        throw new Error("AccessDenied");
      },
    },
  });
  await s.plan().shows(`failed bucket logs (provider failed)`);
  expect(looks).toBe(2);
});
