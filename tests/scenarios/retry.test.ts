import { describe, expect } from "vitest";
import type { Scenario, Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const retry = { attempts: 4, delay: "2s" };

/** A bucket that is called again if the cloud says so. */
function patient(acl = "private") {
  return ({ bucket }: Words): void => {
    bucket("logs", { acl }, { retry });
  };
}

/** What the cloud was asked for with a kind of call, and the keys that it was asked with. */
function callsOf({ cloud }: Scenario, action: string) {
  const calls = cloud.effects.filter((effect) => effect.action === action);
  return { results: calls.map(({ result }) => result), keys: new Set(calls.map(({ token }) => token)) };
}

function retries({ events }: Scenario) {
  return events.flatMap((event) => {
    if (event.kind !== "retrying") return [];
    const { action, attempt, attempts, afterMs } = event;
    return [{ action, attempt, attempts, afterMs }];
  });
}

describe("a call that did not happen", () => {
  scenario("is made again with the same key, each time after twice the wait", async (s) => {
    s.program(patient());
    for (const _ of [1, 2, 3]) s.cloud.refusesOnce("create bucket logs", "Throttled");
    await s.apply().succeeds();
    const { results, keys } = callsOf(s, "create");
    expect(results).toEqual(["refused", "refused", "refused", "done"]);
    expect(keys.size).toBe(1);
    expect(retries(s)).toEqual([
      { action: "create", attempt: 2, attempts: 4, afterMs: 2000 },
      { action: "create", attempt: 3, attempts: 4, afterMs: 4000 },
      { action: "create", attempt: 4, attempts: 4, afterMs: 8000 },
    ]);
    expect(s.time.nowMs).toBe(14_000);
  });

  scenario("is made as often as the option says, and then fails", async (s) => {
    s.program(patient());
    s.cloud.refuses("create bucket logs", "Throttled");
    const [problem] = await s.apply().fails("provider/hook-failed");
    expect(problem?.detail).toContain("Throttled");
    expect(callsOf(s, "create").results).toHaveLength(4);
    s.cloud.recovers();
    await s.apply().succeeds();
  });

  scenario("is made again for updates and deletes too", async (s) => {
    s.program(patient());
    await s.apply().succeeds();
    s.program(patient("public"));
    s.cloud.refusesOnce("update bucket logs", "Throttled");
    await s.apply().succeeds();
    expect(callsOf(s, "update").keys.size).toBe(1);
    s.cloud.refusesOnce("delete bucket logs", "Throttled");
    await s.destroy().succeeds();
    const { results, keys } = callsOf(s, "delete");
    expect([results, keys.size]).toEqual([["refused", "done"], 1]);
  });

  scenario("is made once if the provider does not say that another may succeed", async (s) => {
    s.program(patient());
    s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
    await s.apply().fails("provider/hook-failed");
    expect(callsOf(s, "create").results).toEqual(["refused"]);
    expect(retries(s)).toEqual([]);
  });

  scenario("is made once without the option", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    await s.apply().fails("provider/hook-failed");
    expect(callsOf(s, "create").results).toEqual(["refused"]);
  });

  scenario("lets others go on while it waits", async (s) => {
    s.program(({ bucket }) => {
      bucket("logs", {}, { retry });
      bucket("files");
    });
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    await s.apply({ parallel: 1 }).succeeds();
    expect(s.cloud.changes()).toEqual(["create bucket files", "create bucket logs"]);
  });
});

describe("a call that may have happened", () => {
  scenario("is not made again, and settled by the next run", async (s) => {
    s.program(patient());
    s.cloud.failsAfterEffect("create bucket logs");
    await s.apply().fails("provider/hook-failed");
    expect(callsOf(s, "create").results).toEqual(["done"]);
    expect(retries(s)).toEqual([]);
    await s.apply().succeeds();
    expect(callsOf(s, "create").results).toEqual(["done"]);
  });

  scenario("is not made again after another that did not", async (s) => {
    s.program(patient());
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    s.cloud.failsAfterEffect("create bucket logs");
    await s.apply().fails("provider/hook-failed");
    expect(callsOf(s, "create").results).toEqual(["refused", "done"]);
    await s.apply().succeeds();
    s.cloud.has("bucket logs");
  });

  scenario("has a time of its own, whatever came before", async (s) => {
    s.program(({ bucket }) => bucket("logs", {}, { retry, customTimeouts: { create: "1s" } }));
    for (const _ of [1, 2]) s.cloud.refusesOnce("create bucket logs", "Throttled");
    // Waiting takes longer than a call may.
    await s.apply().succeeds();
    expect(s.time.nowMs).toBe(6000);
  });
});

describe("a run that ends while a call waits to be repeated", () => {
  scenario("is killed: nothing is open, and the next run makes the call", async (s) => {
    s.program(patient());
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    s.crashAfter("outcome create bucket logs");
    await s.apply().crashes();
    expect((await s.state()).open.size).toBe(0);
    s.cloud.lacks("bucket logs");
    await s.apply().succeeds();
    expect(callsOf(s, "create").results).toEqual(["refused", "done"]);
  });

  scenario("is killed: also where no create can be looked up", async (s) => {
    s.program(({ rule }) => rule("web", { port: 80 }, { retry }));
    s.cloud.refusesOnce("create rule web", "Throttled");
    s.crashAfter("outcome create rule web");
    await s.apply().crashes();
    await s.apply().succeeds();
  });

  scenario("is killed before the failure is recorded: it may have happened, and is settled", async (s) => {
    s.program(patient());
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    s.crashBefore("outcome create bucket logs");
    await s.apply().crashes();
    expect((await s.state()).open.size).toBe(1);
    await s.apply().succeeds();
    const { results, keys } = callsOf(s, "create");
    expect([results, keys.size]).toEqual([["refused", "done"], 1]);
  });

  scenario("is killed in the repeated call: that is settled by the key of both", async (s) => {
    s.program(patient());
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    s.crashAfter("effect create bucket logs");
    await s.apply().crashes();
    await s.apply().succeeds();
    const { results, keys } = callsOf(s, "create");
    expect([results, keys.size]).toEqual([["refused", "done"], 1]);
  });

  scenario("is killed while it deletes: the object is there, and deleted by the next run", async (s) => {
    s.program(patient());
    await s.apply().succeeds();
    s.cloud.refusesOnce("delete bucket logs", "Throttled");
    s.crashAfter("outcome delete bucket logs");
    await s.destroy().crashes();
    s.cloud.has("bucket logs");
    await s.destroy().succeeds();
  });

  scenario("is stopped: the wait ends, and the call is not made", async (s) => {
    const stop = new AbortController();
    s.program(patient());
    s.cloud.refuses("create bucket logs", "Throttled");
    s.time.later(3000, () => stop.abort());
    await s.apply({ signal: stop.signal }).ends();
    expect(callsOf(s, "create").results).toEqual(["refused", "refused"]);
    expect((await s.state()).open.size).toBe(0);
    s.cloud.recovers();
    await s.apply().succeeds();
  });
});

describe("the option", () => {
  scenario("is inherited from a component, also through transforms", async (s) => {
    const seen: unknown[] = [];
    s.program(({ bucket, group }) =>
      group(
        "web",
        (web) =>
          void bucket(
            "logs",
            {},
            { parent: web, transforms: [({ options }) => (seen.push(options.retry), { options })] },
          ),
        { retry },
      ),
    );
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    await s.apply().succeeds();
    expect(seen[0]).toEqual({ attempts: 4, delay: "2000ms" });
    expect(retries(s)).toMatchObject([{ attempt: 2, attempts: 4, afterMs: 2000 }]);
    await s.apply().changesNothing();
  });

  scenario("holds for the delete of what the program does not name any more", async (s) => {
    s.program(patient());
    await s.apply().succeeds();
    s.program(() => {});
    s.cloud.refusesOnce("delete bucket logs", "Throttled");
    await s.apply().succeeds();
    expect(retries(s)).toMatchObject([{ action: "delete", attempt: 2, attempts: 4 }]);
  });

  scenario("is changed in state alone", async (s) => {
    s.program(({ bucket }) => bucket("logs", { acl: "private" }));
    await s.apply().succeeds();
    s.program(patient());
    await s.apply().succeeds();
    s.story(`record bucket logs`);
    await s.apply().changesNothing();
  });

  scenario("says how often and when, if a hook asks for another attempt", async (s) => {
    s.program(({ bucket }) => bucket("logs", {}, { retry, hooks: { onError: [() => "retry"] } }));
    s.cloud.refuses("create bucket logs", "QuotaExceeded");
    await s.apply().fails("provider/hook-failed");
    expect(callsOf(s, "create").results).toHaveLength(4);
    expect(retries(s).map(({ afterMs }) => afterMs)).toEqual([2000, 4000, 8000]);
    s.cloud.recovers();
  });

  scenario("is overruled by a hook that gives up", async (s) => {
    s.program(({ bucket }) => bucket("logs", {}, { retry, hooks: { onError: [() => "fail"] } }));
    s.cloud.refusesOnce("create bucket logs", "Throttled");
    await s.apply().fails("provider/hook-failed");
    expect(callsOf(s, "create").results).toEqual(["refused"]);
  });
});
