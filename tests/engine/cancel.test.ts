import { describe, expect } from "vitest";
import type { RunEvent } from "../../src/model/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** Three buckets, of which two can be made at once; the third needs the first. */
function threeBuckets(s: Scenario): void {
  s.program(({ bucket }) => {
    const a = bucket("a");
    bucket("b");
    bucket("c", { tags: { near: a.arn } });
  });
}

describe("a run that is cancelled", () => {
  scenario("once: what runs comes to its end and is recorded, nothing else begins", async (s) => {
    threeBuckets(s);
    const cancel = new AbortController();
    s.cloud.hangs("create bucket a");
    const run = s.apply({ signal: cancel.signal, parallel: 1 });
    await s.cloud.hanging("create bucket a");
    cancel.abort();
    s.cloud.releases("create bucket a");
    const ended = await run.ends();
    expect(ended?.ok).toBe(false);
    s.story(`
      create bucket a
      create bucket b  not started
      create bucket c  not started
    `);
    expect(cancelling(s.events)).toEqual([["a"]]);
    expect((await s.state()).open.size).toBe(0);
    expect((await (await s.store()).history()).at(-1)?.result).toBe("interrupted");
    await s.apply().succeeds();
    // Now the other two are made at once, in any order.
    expect(s.cloud.changes().toSorted()).toEqual(["create bucket a", "create bucket b", "create bucket c"]);
  });

  scenario("before it has begun: nothing is called", async (s) => {
    threeBuckets(s);
    await s.apply({ signal: AbortSignal.abort() }).ends();
    expect(s.cloud.changes()).toEqual([]);
    await s.apply().succeeds();
  });

  scenario("twice: what runs is left open, and settled by the next run", async (s) => {
    threeBuckets(s);
    const cancel = new AbortController();
    const leave = new AbortController();
    s.cloud.hangs("create bucket a");
    const run = s.apply({ signal: cancel.signal, leave: leave.signal });
    await s.cloud.hanging("create bucket a");
    cancel.abort();
    leave.abort();
    const diagnostics = await run.fails("apply/interrupted");
    expect(diagnostics.map(({ resource }) => resource?.split("::").at(-1))).toContain("a");
    expect([...(await s.state()).open.values()].map(({ action }) => action)).toContain("create");
    expect((await (await s.store()).history()).at(-1)?.result).toBe("interrupted");
    // The cloud carries out what it was asked for, when nobody listens any more.
    s.cloud.releases("create bucket a");
    await s.apply().succeeds();
    expect(settled(s.events)).toContainEqual(["a", "adopted"]);
    expect(s.cloud.changes().filter((line) => line === "create bucket a")).toHaveLength(1);
  });

  scenario("twice, and the cloud never acts: the next run repeats it with the same key", async (s) => {
    threeBuckets(s);
    const leave = new AbortController();
    s.cloud.hangs("create bucket a");
    const run = s.apply({ leave: leave.signal });
    await s.cloud.hanging("create bucket a");
    leave.abort();
    await run.fails("apply/interrupted");
    await s.apply().succeeds();
    expect(settled(s.events)).toContainEqual(["a", "created"]);
    // Late, and told apart by its key.
    s.cloud.releases("create bucket a");
    await s.apply().changesNothing();
    expect(s.cloud.objects("bucket a")).toHaveLength(1);
  });

  scenario("twice during an update and a delete", async (s) => {
    s.program(({ bucket, site }) => {
      bucket("old");
      site("www", { bucket: "none", title: "One" });
    });
    await s.apply().succeeds();
    s.program(({ site }) => site("www", { bucket: "none", title: "Two" }));
    const leave = new AbortController();
    s.cloud.hangs("update site www");
    s.cloud.hangs("delete bucket old");
    const run = s.apply({ leave: leave.signal });
    await Promise.all([s.cloud.hanging("update site www"), s.cloud.hanging("delete bucket old")]);
    leave.abort();
    await run.fails("apply/interrupted");
    expect((await s.state()).open.size).toBe(2);
    s.cloud.releases("delete bucket old");
    await s.apply().succeeds();
    s.cloud.has("site www", { title: "Two" });
    s.cloud.lacks("bucket old");
  });
});

function cancelling(events: readonly RunEvent[]): readonly (readonly (string | undefined)[])[] {
  return events.flatMap((event) =>
    event.kind === "cancelling" ? [event.waitingFor.map((urn) => urn.split("::").at(-1))] : [],
  );
}

function settled(events: readonly RunEvent[]): readonly (readonly (string | undefined)[])[] {
  return events.flatMap((event) =>
    event.kind === "settled" ? [[event.urn.split("::").at(-1), event.result]] : [],
  );
}
