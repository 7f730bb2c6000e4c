import { hostname, userInfo } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { inGuise } from "../lock/guise.js";
import { openIn, portsIn } from "../store/temporary-folder.js";
import { proved } from "../support/proof.js";
import { CrashWorld } from "./crash-world.js";
import { buildProcess, type StartedProcess } from "./started-process.js";

const figures = { refusals: 0, stopped: 0, killedHolders: 0, staleWritesRefused: 0, staleWritesAccepted: 0 };

beforeAll(buildProcess);
afterAll(() => proved("lock", figures));

/** A process that has the stack, and waits for the cloud in the middle of a create. */
async function holding(world: CrashWorld): Promise<StartedProcess> {
  world.cloud.hangs("create bucket logs");
  const holder = world.start("bucket");
  await world.cloud.hanging("create bucket logs");
  return holder;
}

/** This user and machine are those of every process here. */
const holderText = (pid: number) => `${userInfo().username}@${hostname()}, pid ${pid}, "apply", since `;

describe("two processes on one stack", () => {
  test("the second is refused with the first one named, whatever it wants; the first comes to its end", async () => {
    const world = await CrashWorld.make();
    const holder = await holding(world);
    const second = world.start("bucket", { command: "destroy" });
    expect(await second.report).toMatchObject({
      ok: false,
      diagnostics: [
        { code: "store/locked", detail: expect.stringContaining(holderText(holder.pid)) as string },
      ],
      events: [],
    });
    for (const command of ["apply", "destroy", "refresh"] as const) {
      const refused = await refusal(world.run("bucket", command), "store/locked");
      figures.refusals++;
      expect(refused).toContain(holderText(holder.pid));
    }
    world.cloud.releases("create bucket logs");
    expect(await holder.report).toMatchObject({ ok: true, diagnostics: [] });
    await world.settles("bucket");
    expect(world.cloud.changes()).toEqual(["create bucket logs"]);
  });

  test("a plan beside the first one is made, and says that it is", async () => {
    const world = await CrashWorld.make();
    const holder = await holding(world);
    const plan = await world.withStack("bucket", (stack) => stack.plan());
    expect(plan.beside).toMatchObject({ pid: holder.pid, command: "apply" });
    world.cloud.releases("create bucket logs");
    expect(await holder.report).toMatchObject({ ok: true });
  });

  test("a holder that is stopped in the middle of a call has the stack, and comes to its end when it goes on", async () => {
    const world = await CrashWorld.make();
    const holder = await holding(world);
    process.kill(holder.pid, "SIGSTOP");
    figures.stopped++;
    world.cloud.releases("create bucket logs");
    for (const command of ["apply", "destroy", "refresh"] as const) {
      const refused = await world.start("bucket", { command }).report;
      expect(refused).toMatchObject({ ok: false, diagnostics: [{ code: "store/locked" }], events: [] });
      figures.refusals++;
      expect(refused?.diagnostics[0]?.detail).toContain(holderText(holder.pid));
    }
    process.kill(holder.pid, "SIGCONT");
    expect(await holder.report).toMatchObject({ ok: true, diagnostics: [] });
    await world.settles("bucket");
    expect(world.cloud.changes()).toEqual(["create bucket logs"]);
  });

  test("a holder that was taken over although it lives calls nothing more and records nothing", async () => {
    const world = await CrashWorld.make();
    world.cloud.hangs("create disk data");
    const stale = world.start("disk");
    await world.cloud.hanging("create disk data");
    const ports = inGuise(portsIn(world.folder), { seen: "none", lockless: true });
    const stack = await openIn(world.folder, ports);
    const run = await stack.begin({ command: "apply", actor: "ana" });
    expect(run.tookOver?.pid).toBe(stale.pid);
    const before = await world.stored();
    world.cloud.releases("create disk data");
    const report = await stale.report;
    const isUnchanged = (await world.stored()) === before;
    figures[isUnchanged ? "staleWritesRefused" : "staleWritesAccepted"]++;
    expect(isUnchanged).toBe(true);
    expect(report).toMatchObject({ ok: false, diagnostics: [{ code: "store/fenced" }] });
    expect(world.cloud.changes()).toEqual(["create disk data"]);
    await run.end("succeeded", {});
    await stack.close();
    await world.settles("disk");
    expect(world.cloud.changes().filter((line) => line.startsWith("create"))).toEqual([
      "create disk data",
      "create task job",
    ]);
  });

  test("a killed holder is taken over at once, and the run says so", async () => {
    const world = await CrashWorld.make();
    const holder = await holding(world);
    await holder.kill();
    figures.killedHolders++;
    const begun = performance.now();
    const next = await world.start("bucket").report;
    expect(next?.diagnostics).toEqual([]);
    expect(next?.ok).toBe(true);
    expect(next?.events[0]).toMatchObject({
      kind: "took-over",
      pid: holder.pid,
      user: userInfo().username,
      host: hostname(),
      command: "apply",
    });
    expect(next?.events.find(({ kind }) => kind === "settled")).toMatchObject({ result: "created" });
    expect(performance.now() - begun, "milliseconds, with the start of a process").toBeLessThan(10_000);
    const runs = await world.withStore((store) => store.history());
    expect(runs.map(({ result }) => result)).toEqual(["abandoned", "succeeded"]);
    // What the dead one had asked for arrives after all.
    world.cloud.releases("create bucket logs");
    const settled = await world.settles("bucket");
    expect(settled.events.filter(({ kind }) => kind === "took-over")).toEqual([]);
    expect(world.cloud.changes()).toEqual(["create bucket logs"]);
  });
});

describe("a plan after a run was killed", () => {
  test.each([
    ["effect create bucket b", "will adopt", ["update"]],
    ["after intent create bucket b", "will repeat the create", ["create"]],
  ] as const)("%s: it %s, and leaves everything as it was", async (place, what, actions) => {
    const world = await CrashWorld.make();
    await world.killed(place, "two buckets");
    const before = await world.stored();
    const since = world.cloud.effects.length;
    const plan = await world.withStack("two buckets", (stack) => stack.plan());
    expect(plan.settled.map((each) => [each.urn.split("::").at(-1), each.what])).toContainEqual(["b", what]);
    expect(plan.beside).toBeUndefined();
    expect(plan.changes.flatMap(({ name, action }) => (name === "b" ? [action] : []))).toEqual(actions);
    expect(world.cloud.changes(since)).toEqual([]);
    expect(await world.stored()).toBe(before);
    await world.settles("two buckets");
  });

  test("what it showed is applied, and nothing else", async () => {
    const world = await CrashWorld.make();
    await world.killed("effect create bucket b", "two buckets");
    const run = await world.withStack("two buckets", async (stack) => (await stack.plan()).apply());
    expect(run.diagnostics).toEqual([]);
    expect(run.ok).toBe(true);
    await world.settles("two buckets");
    expect(world.cloud.changes().filter((line) => line.startsWith("create"))).toEqual([
      "create bucket a",
      "create bucket b",
    ]);
  });

  test("a plan from before the kill is refused: the stack has moved", async () => {
    const world = await CrashWorld.make();
    await world.withStack("two buckets", async (stack) => {
      const plan = await stack.plan();
      await world.killed("after outcome create bucket a", "two buckets");
      await refusal(plan.apply(), "engine/plan-outdated");
    });
    await world.settles("two buckets");
  });
});
