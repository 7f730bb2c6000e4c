import { expect } from "vitest";
import type { Diagnostic, ObjectRow, RunEvent } from "../../src/model/index.js";
import { findable, managed, type ManagedKind } from "../../src/testing/managed-object.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A service that takes a key and does not look at it: a create that is sent twice makes two objects. */
const kind: ManagedKind<{ fingerprint: string; material: string }> = {
  kind: "key",
  honoursToken: false,
  outputs: ({ id }) => ({ fingerprint: `print of ${id}`, material: `secret-material of ${id}` }),
};

function forgetful(s: Scenario, more: object = {}): void {
  s.types({ Key: { ...managed(kind), ...findable(kind), ...more } });
}

/** Kills an apply whose request the cloud has taken and not yet carried out. */
async function killedIn(s: Scenario, step: string): Promise<void> {
  s.cloud.hangs(step);
  const run = s.apply();
  await s.cloud.hanging(step);
  s.kill();
  await run.crashes();
}

const step = "create key main";
const creates = (s: Scenario) => s.cloud.changes().filter((each) => each.startsWith("create")).length;
const waits = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === "waiting-for-creates" ? [event] : []));
const settled = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === "settled" ? [event.result] : []));
const rows = async (s: Scenario): Promise<readonly ObjectRow[]> => [...(await s.state()).objects.values()];
const keys = async (s: Scenario) => (await rows(s)).map(({ createKey }) => createKey);
const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

scenario("a create that arrives while the next run looks for it is adopted", async (s) => {
  forgetful(s);
  s.program(({ key }) => key("main"));
  await killedIn(s, step);
  s.time.later(10_000, () => s.cloud.releases(step));
  await s.apply().succeeds();
  expect(creates(s)).toBe(1);
  expect(settled(s.events)).toEqual(["adopted"]);
  expect(waits(s.events)).toMatchObject([{ upToMs: 30_000, urns: [expect.stringMatching(/Key::main$/)] }]);
  expect(await keys(s)).toEqual([undefined]);
});

scenario("a create that does not arrive in time is repeated when the time is over", async (s) => {
  forgetful(s, { lateWithinMs: 12_000 });
  s.program(({ key }) => key("main"));
  s.crashAfter("intent create key main");
  await s.apply().crashes();
  const begun = s.time.nowMs;
  await s.apply().succeeds();
  expect(s.time.nowMs - begun).toBe(12_000);
  expect(settled(s.events)).toEqual(["created"]);
  expect(creates(s)).toBe(1);
});

scenario("a type whose requests are not late repeats at once, and keeps no key", async (s) => {
  forgetful(s, { lateWithinMs: 0 });
  s.program(({ key }) => key("main"));
  s.crashAfter("intent create key main");
  await s.apply().crashes();
  await s.apply().succeeds();
  expect([s.time.nowMs, waits(s.events), await keys(s)]).toEqual([0, [], [undefined]]);
});

scenario("several creates are waited for together", async (s) => {
  const names = ["a", "b", "c"];
  s.program(({ key }) => names.map((name) => key(name)));
  for (const name of names) s.cloud.failsBeforeEffect(`create key ${name}`);
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  await s.apply().succeeds();
  expect(s.time.nowMs).toBe(30_000);
  expect(waits(s.events).map(({ urns }) => urns.length)).toEqual([3]);
  expect(creates(s)).toBe(3);
});

scenario("the time counts from the end of the run that sent the request", async (s) => {
  s.program(({ key }) => key("main"));
  s.cloud.failsBeforeEffect(step);
  await s.apply().fails("provider/hook-failed");
  await s.time.pass(20_000);
  await s.apply().succeeds();
  expect(s.time.nowMs).toBe(30_000);
});

scenario("after a long time nothing is waited for", async (s) => {
  s.program(({ key }) => key("main"));
  s.cloud.failsBeforeEffect(step);
  await s.apply().fails("provider/hook-failed");
  await s.time.pass(60_000);
  await s.apply().succeeds();
  expect([s.time.nowMs, waits(s.events)]).toEqual([60_000, []]);
});

scenario("a clock that was set back makes nobody wait longer", async (s) => {
  s.program(({ key }) => key("main"));
  s.cloud.failsBeforeEffect(step);
  await s.apply().fails("provider/hook-failed");
  s.time.setClock(-365 * 24 * 3_600_000);
  await s.apply().succeeds();
  expect(s.time.nowMs).toBe(30_000);
});

scenario("a run that is killed while it repeats a create is waited for like the first", async (s) => {
  forgetful(s);
  s.program(({ key }) => key("main"));
  s.crashAfter("intent create key main");
  await s.apply().crashes();
  await killedIn(s, step);
  await s.time.pass(5000);
  s.time.later(20_000, () => s.cloud.releases(step));
  await s.apply().succeeds();
  expect(settled(s.events)).toEqual(["adopted"]);
  expect(creates(s)).toBe(1);
});

scenario("a run that is stopped while it waits leaves the create to the next one", async (s) => {
  forgetful(s);
  s.program(({ key }) => key("main"));
  await killedIn(s, step);
  const stop = new AbortController();
  s.time.later(3000, () => stop.abort());
  await s.apply({ signal: stop.signal }).fails("engine/uncertain");
  expect(s.time.nowMs).toBeLessThan(30_000);
  expect([creates(s), (await s.state()).open.size]).toEqual([0, 1]);
  s.cloud.releases(step);
  await s.apply().succeeds();
  expect(creates(s)).toBe(1);
});

scenario("a plan does not wait, and says what an apply will do", async (s) => {
  s.program(({ key }) => key("main"));
  s.cloud.failsBeforeEffect(step);
  await s.apply().fails("provider/hook-failed");
  const plan = await s.plan().shows(`create key main (repeated)`);
  expect(s.time.nowMs).toBe(0);
  expect(plan.settled).toMatchObject([{ what: "will repeat the create", waitsMs: 30_000 }]);
});

scenario("what arrives after its repetition was shown is adopted without a further question", async (s) => {
  forgetful(s);
  s.program(({ key }) => key("main"));
  await killedIn(s, step);
  const plan = await s.plan().shows(`create key main (repeated)`);
  s.time.later(1000, () => s.cloud.releases(step));
  await s.apply({ plan }).succeeds();
  expect(creates(s)).toBe(1);
  expect(settled(s.events)).toEqual(["adopted"]);
});

scenario("the key of a repeated create stays until a later run has looked once more", async (s) => {
  forgetful(s);
  s.program(({ key }) => key("main"));
  s.crashAfter("intent create key main");
  await s.apply().crashes();
  const [{ key } = { key: "" }] = (await s.state()).open.values();
  await s.apply().succeeds();
  expect(await keys(s)).toEqual([key]);
  await s.plan().showsNothing();
  expect(await keys(s)).toEqual([key]);
  await s.apply().changesNothing();
  expect(await keys(s)).toEqual([undefined]);
  const { head } = await s.state();
  const finds = s.cloud.effects.filter(({ action }) => action === "find").length;
  await s.apply().changesNothing();
  expect((await s.state()).head - head).toBe(2);
  expect(s.cloud.effects.filter(({ action }) => action === "find")).toHaveLength(finds);
});

scenario("a plan that was approved before the look is applied, and the key goes", async (s) => {
  forgetful(s);
  s.program(({ key }) => key("main"));
  s.crashAfter("intent create key main");
  await s.apply().crashes();
  await s.apply().succeeds();
  s.program(({ key }) => key("main", { passphrase: "other" }));
  const plan = await s.plan().shows(`update key main (passphrase)`);
  await s.apply({ plan }).succeeds();
  expect(await keys(s)).toEqual([undefined]);
});

/** A create that arrives when it has been repeated: there are two objects. */
async function doubled(s: Scenario): Promise<void> {
  forgetful(s);
  s.program(({ key }) => key("main"));
  await killedIn(s, step);
  await s.apply().succeeds();
  s.cloud.releases(step);
  await s.time.pass(0);
  expect(s.cloud.objects("key main").map(({ id }) => id)).toEqual(["key-1", "key-2"]);
  s.cloud.disowns("key-2");
}

scenario("two objects for one key are reported with both ids until one is gone", async (s) => {
  await doubled(s);
  const plan = await s.plan().showsNothing();
  expect(plan.plan.warnings).toMatchObject([{ code: "engine/second-object", severity: "warning" }]);
  const [warning] = plan.plan.warnings;
  expect(warning!.detail).toContain("key-1");
  expect(warning!.detail).toContain("key-2");
  for (const begin of [() => s.apply(), () => s.refresh(), () => s.apply()]) {
    const run = await begin().ends();
    expect([run!.ok, codes(run!.diagnostics)]).toEqual([true, ["engine/second-object"]]);
  }
  s.cloud.loses("key main", "key-2");
  const run = await s.apply().ends();
  expect([run!.ok, run!.diagnostics]).toEqual([true, []]);
  expect(await keys(s)).toEqual([undefined]);
});

scenario("a second object that another resource has by now is no longer reported", async (s) => {
  const lookup = async ({ id }: { readonly id: string }) => ({
    inputs: { name: "main" },
    outputs: { fingerprint: `print of ${id}`, material: `secret-material of ${id}` },
  });
  await doubled(s);
  forgetful(s, { lookup });
  s.program(({ key }) => [key("main"), key("other", { name: "main" }, { import: "key-2" })]);
  await s.apply().ends();
  const run = await s.apply().ends();
  expect([run!.ok, run!.diagnostics]).toEqual([true, []]);
  expect(await keys(s)).toEqual([undefined, undefined]);
});

scenario("a destroy says that the second object stays", async (s) => {
  await doubled(s);
  const run = await s.destroy().ends();
  expect([run!.ok, codes(run!.diagnostics)]).toEqual([true, ["engine/second-object"]]);
  expect(s.cloud.objects("key main").map(({ id }) => id)).toEqual(["key-2"]);
});

scenario("a look that is refused keeps the key", async (s) => {
  await doubled(s);
  s.cloud.refuses("find key", "AccessDenied");
  const run = await s.apply().ends();
  expect(run!.ok).toBe(true);
  s.cloud.recovers();
  expect(codes((await s.apply().ends())!.diagnostics)).toEqual(["engine/second-object"]);
});

scenario("a run of a part looks for no second objects outside of it", async (s) => {
  await doubled(s);
  s.program(({ key, bucket }) => [key("main"), bucket("logs")]);
  await s.apply({ targets: ["logs"] }).succeeds();
  expect((await keys(s)).filter((key) => key !== undefined)).toHaveLength(1);
});
