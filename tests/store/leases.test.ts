import { expect, test } from "vitest";
import { creation, refusal, sampleMachine } from "../../src/store/conformance/index.js";
import { memoryStore, openStore, type StorePorts } from "../../src/store/internal.js";
import { leaseClock } from "../../src/store/lease.js";
import { Clock } from "../support/clock.js";
import { address, request } from "./temporary-folder.js";

/** A store with leases, and processes of two machines whose clock a test sets. */
class Leased {
  nowMs = 0;
  readonly timer = new Clock();
  readonly raw = memoryStore({ leases: { now: () => this.nowMs, timer: this.timer } });

  async open(host: string) {
    const ports: StorePorts = {
      ...sampleMachine(host).process(1),
      now: () => new Date(Date.UTC(2030, 0, 1) + this.nowMs).toISOString(),
      elapsed: () => this.nowMs,
    };
    return (await openStore(this.raw, ports)).open(address, { create: true });
  }

  /** Time passes, and what is due is renewed. */
  renewedAfter(ms: number): void {
    this.nowMs += ms;
    const due = [...this.timer.waiting.keys()];
    this.timer.waiting.clear();
    for (const run of due) run();
  }
}

test("a lease is kept for as long as its run goes on, and renewed four times in its length", async () => {
  const world = new Leased();
  const [here, there] = [await world.open("here"), await world.open("there")];
  const run = await here.begin(request);
  expect([...world.timer.waiting.values()]).toEqual([7500]);
  for (let minute = 0; minute < 80; minute++) {
    world.renewedAfter(7500);
    run.lease!.check();
    await refusal(there.begin(request), "store/locked");
  }
  expect(run.lease!.ended.aborted).toBe(false);
  await run.end("succeeded", {});
  expect(world.timer.waiting.size).toBe(0);
  await (await there.begin(request)).end("succeeded", {});
  expect(world.timer.waiting.size).toBe(0);
});

test("a lease that is not renewed ends by the clock, counted from before it was asked for", async () => {
  const world = new Leased();
  const run = await (await world.open("here")).begin(request);
  world.nowMs = 29_999;
  run.lease!.check();
  expect(run.lease!.ended.aborted).toBe(false);
  world.nowMs = 30_000;
  expect(run.lease!.ended.aborted).toBe(false);
  run.lease!.check();
  expect(String(run.lease!.ended.reason)).toContain("store/lease-expired");
  // Nobody has taken it: what is to be recorded is.
  await run.end("interrupted", {});
});

test("a lease that another run has taken is lost, and nothing more is recorded", async () => {
  const world = new Leased();
  const [here, there] = [await world.open("here"), await world.open("there")];
  const run = await here.begin(request);
  world.nowMs = 30_001;
  const next = await there.begin(request);
  expect(next.tookOver?.runId).toBe(run.runId);
  world.renewedAfter(0);
  expect(String(run.lease!.ended.reason)).toContain("store/fenced");
  expect(next.lease!.ended.aborted).toBe(false);
  await refusal(run.append(creation(1)[0]), "store/fenced");
  await refusal(run.end("interrupted", {}), "store/fenced");
  await next.end("succeeded", {});
  expect(world.timer.waiting.size).toBe(0);
});

test("a stack that is closed or removed renews nothing any more", async () => {
  const world = new Leased();
  const stack = await world.open("here");
  await stack.begin(request);
  await stack.close();
  expect(world.timer.waiting.size).toBe(0);
  world.nowMs = 60_000;
  const again = await world.open("there");
  await again.begin(request);
  await again.remove();
  expect(world.timer.waiting.size).toBe(0);
});

test("who holds a lease is seen by all, until it runs out", async () => {
  const world = new Leased();
  await (await world.open("here")).begin(request);
  const ports = { ...sampleMachine("there").process(2) };
  const store = await openStore(world.raw, ports);
  expect((await store.glance(address))?.holder).toMatchObject({ isAlive: true, isHere: true });
  world.nowMs = 30_000;
  expect((await store.glance(address))?.holder).toMatchObject({ isAlive: false });
});

test.each<[string, readonly (readonly [elapsedMs: number, wallMs: number])[], readonly number[]]>([
  [
    "both go on",
    [
      [100, 100],
      [250, 250],
    ],
    [100, 250],
  ],
  [
    "the machine slept: the wall clock is ahead",
    [
      [100, 5000],
      [200, 5100],
    ],
    [5000, 5100],
  ],
  [
    "the wall clock is set back",
    [
      [100, -9000],
      [300, -8800],
    ],
    [100, 300],
  ],
  [
    "set forward and back again",
    [
      [10, 9000],
      [20, 20],
      [30, 30],
    ],
    [9000, 9010, 9020],
  ],
])("the clock of leases never goes back, and no time is missed: %s", (_, readings, expected) => {
  let now: readonly [number, number] = [0, 0];
  const clock = leaseClock({ elapsed: () => now[0], now: () => new Date(now[1]).toISOString() });
  const seen = readings.map((reading) => {
    now = reading;
    return clock();
  });
  expect(seen).toEqual(expected);
});
