import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** Leaves an apply whose request the cloud has taken and not yet carried out. */
async function leftIn(s: Scenario, step: string): Promise<void> {
  const leave = new AbortController();
  s.cloud.hangs(step);
  const run = s.apply({ signal: leave.signal, leave: leave.signal });
  await s.cloud.hanging(step);
  leave.abort();
  await run.fails("apply/interrupted");
}

/** Lets the cloud carry out the request, and answer nobody. */
async function carriedOutLate(s: Scenario, step: string): Promise<void> {
  s.cloud.releases(step);
  await s.time.pass(0);
}

scenario("a create that takes effect after the next run has looked makes no second object", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await leftIn(s, "create bucket logs");
  await s.apply().succeeds();
  await carriedOutLate(s, "create bucket logs");
  expect(s.cloud.effects.filter(({ action }) => action === "create").map(({ result }) => result)).toEqual([
    "done",
    "repeated",
  ]);
  await s.plan().showsNothing();
});

scenario("an update that takes effect after the next run is drift for a later plan", async (s) => {
  s.program(({ bucket }) => bucket("logs", { acl: "private" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: "shared" }));
  await leftIn(s, "update bucket logs");
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  await s.apply().succeeds();
  await carriedOutLate(s, "update bucket logs");
  await s.plan().shows(`update bucket logs (drift: acl)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("a delete that takes effect after the next run is a missing object for a later plan", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(() => {});
  await leftIn(s, "delete bucket logs");
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await carriedOutLate(s, "delete bucket logs");
  await s.plan().shows(`create bucket logs (gone)`);
});
