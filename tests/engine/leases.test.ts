import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { isDiagnosticError } from "../../src/model/index.js";
import { openStack, type Stack } from "../../src/operations/stack/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import {
  memoryStore,
  openStore,
  type RawBatch,
  type RawStack,
  type RawStore,
  type StorePorts,
} from "../../src/store/internal.js";
import { Clock } from "../support/clock.js";
import { temporaryFolder } from "../store/temporary-folder.js";

type Hook = (name: string, signal: AbortSignal) => Promise<void> | void;

/** Two machines, a store with leases that both use, and a provider that tells when it is called. */
class TwoMachines {
  nowMs = 0;
  readonly timer = new Clock();
  readonly raw = memoryStore({ leases: { now: () => this.nowMs, timer: this.timer } });
  /** What was called, and by which machine. */
  readonly calls: string[] = [];
  onCreate: Hook = () => {};
  /** Told what was appended, when it is durable. */
  onAppend: (records: RawBatch["records"]) => void = () => {};
  onRead: Hook = () => {};
  readonly #folder = temporaryFolder();

  /** The same stack, opened by a process of a machine. */
  async open(host: string, names = ["a", "b", "c"]): Promise<Stack> {
    const called = async (what: string, name: string, signal: AbortSignal, hook: Hook) => {
      this.calls.push(`${host} ${what} ${name}`);
      await hook(name, signal);
    };
    const provider = defineProvider({ package: "test", version: "1.0.0" });
    const Thing = provider.resource("index:Thing", {
      inputs: { name: v.string(), after: v.optional(v.string()) },
      outputs: {},
      create: async ({ inputs: { name }, signal }) => {
        await called("create", name, signal, this.onCreate);
        return { id: name, outputs: {} };
      },
      read: async ({ id, signal }) => {
        await called("read", id, signal, this.onRead);
        return { outputs: {} };
      },
      update: async ({ id, signal }) => {
        await called("update", id, signal, () => {});
        return { outputs: {} };
      },
      delete: async ({ id, signal }) => called("delete", id, signal, () => {}),
    });
    const ports: StorePorts = {
      ...sampleMachine(host).process(1),
      now: () => new Date(Date.UTC(2030, 0, 1) + this.nowMs).toISOString(),
      elapsed: () => this.nowMs,
    };
    const stack = await openStack({
      project: "shop",
      name: "dev",
      store: await openStore(this.#told(), ports),
      ports,
      projectFolder: this.#folder,
      program: () => {
        let before: InstanceType<typeof Thing> | undefined;
        for (const name of names) before = new Thing(name, { name, ...(before && { after: before.id }) });
      },
    });
    onTestFinished(() => stack.close());
    return stack;
  }

  #told(): RawStore {
    const told = (stack: RawStack): RawStack => ({
      ...stack,
      append: async (batch) => {
        const head = await stack.append(batch);
        this.onAppend(batch.records);
        return head;
      },
    });
    return {
      ...this.raw,
      open: async (address) => {
        const stack = await this.raw.open(address);
        return stack && told(stack);
      },
      create: async (head) => told(await this.raw.create(head)),
    };
  }

  /** Renews what is due. */
  renew(): void {
    const due = [...this.timer.waiting.keys()];
    this.timer.waiting.clear();
    for (const run of due) run();
  }

  async kinds(stack: Stack): Promise<string[]> {
    return (await stack.history()).map(({ result }) => result ?? "running");
  }

  /** The operations of the journal, by whether they have an outcome. */
  async operations(stack: Stack): Promise<{ created: string[]; open: string[] }> {
    const { objects, open, resources } = await stack.snapshot();
    const nameOf = (rid: number) => resources.get(rid)!.name;
    return {
      created: [...objects.values()]
        .filter(({ status }) => status === "current")
        .map(({ rid }) => nameOf(rid)),
      open: [...open.values()].map(({ rid }) => nameOf(rid)),
    };
  }
}

async function refused(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work;
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
  return [];
}

test("a run that renews its lease goes on, however long it takes", async () => {
  const world = new TwoMachines();
  world.onCreate = () => {
    for (let renewal = 0; renewal < 10; renewal++) {
      world.nowMs += 7500;
      world.renew();
    }
  };
  const stack = await world.open("here");
  expect(await stack.apply()).toMatchObject({ ok: true, summary: { create: 3 } });
  expect(world.timer.waiting.size).toBe(0);
});

test("no call is begun once the lease has run out, and the run ends as interrupted", async () => {
  const world = new TwoMachines();
  // The store cannot be reached for the renewal while the first one is made.
  world.onCreate = () => void (world.nowMs += 30_000);
  const stack = await world.open("here");
  const run = await stack.apply();
  expect(run.ok).toBe(false);
  expect(world.calls).toEqual(["here create a"]);
  const codes = run.diagnostics.map(({ code }) => code);
  expect(codes).toContain("store/lease-expired");
  expect(run.diagnostics.find(({ code }) => code === "apply/not-started")?.detail).toBe(
    "The lease of the run had expired before the provider was called. Nothing was changed.",
  );
  expect(await world.kinds(stack)).toEqual(["interrupted"]);
  // What was made is recorded, and nothing is open.
  expect(await world.operations(stack)).toEqual({ created: ["a"], open: [] });
  world.onCreate = () => {};
  expect(await stack.apply()).toMatchObject({ ok: true, summary: { create: 2 } });
});

test("a lease that runs out between an intent and its call is noticed, and the journal says that nothing was called", async () => {
  const world = new TwoMachines();
  world.onAppend = (records) => {
    if (records.some(({ kind }) => kind === "intent")) world.nowMs += 30_000;
  };
  const stack = await world.open("here");
  const run = await stack.apply();
  expect(run.ok).toBe(false);
  expect(world.calls).toEqual([]);
  expect(await world.kinds(stack)).toEqual(["interrupted"]);
  expect(await world.operations(stack)).toEqual({ created: [], open: [] });
});

test("the same with --continue-on-error, and for what is independent", async () => {
  const world = new TwoMachines();
  world.onCreate = () => void (world.nowMs += 30_000);
  const stack = await world.open("here");
  const run = await stack.apply({ continueOnError: true, parallel: 1 });
  expect(world.calls).toEqual(["here create a"]);
  expect(run.reports.map(({ result }) => result)).toEqual(["done", "failed", "not-started"]);
});

test("questions are not asked either: a plan under the lock stops", async () => {
  const world = new TwoMachines();
  const stack = await world.open("here");
  await stack.apply();
  world.calls.length = 0;
  world.onRead = () => void (world.nowMs += 30_000);
  expect(await refused(stack.refresh({ parallel: 1 }))).toContain("store/lease-expired");
  expect(world.calls).toHaveLength(1);
  expect(await world.kinds(stack)).toEqual(["succeeded", "interrupted"]);
});

test("a run that lost its lease in the middle of a call aborts it, and records nothing more", async () => {
  const world = new TwoMachines();
  const [here, there] = [await world.open("here"), await world.open("there")];
  let aborted: unknown;
  let other: Promise<unknown> | undefined;
  world.onCreate = async (name, signal) => {
    if (name !== "b" || other !== undefined) return;
    // The process was stopped for longer than its lease, and another one has taken over.
    world.nowMs += 30_001;
    other = there.snapshot().then(() => there.state.taint("a"));
    await other;
    world.renew();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    aborted = signal.reason;
  };
  const before = refused(here.apply());
  expect(await before).toEqual(["store/fenced"]);
  expect(String(aborted)).toContain("store/fenced");
  expect(world.calls).toEqual(["here create a", "here create b"]);
  // The journal ends with what the other run wrote; the create of b is open.
  expect(await world.kinds(here)).toEqual(["abandoned", "succeeded"]);
  expect(await world.operations(there)).toEqual({ created: ["a"], open: ["b"] });
});

test("a second process takes over when the lease has run out, not before", async () => {
  const world = new TwoMachines();
  const [here, there] = [await world.open("here"), await world.open("there")];
  let release!: () => void;
  const blocked = new Promise<void>((resolve) => (release = resolve));
  let reached!: () => void;
  const begun = new Promise<void>((resolve) => (reached = resolve));
  world.onCreate = async (name) => {
    if (name !== "a" || world.calls.length > 1) return;
    reached();
    await blocked;
  };
  const first = refused(here.apply());
  await begun;
  expect(await refused(there.apply())).toEqual(["store/locked"]);
  world.nowMs += 30_000;
  // What the first one made cannot be looked up by this type: it is held back, and not made twice.
  const taken = await there.apply({ continueOnError: true });
  expect(taken.ok).toBe(false);
  expect(world.calls.filter((call) => call.includes("create a"))).toEqual(["here create a"]);
  release();
  expect(await first).toEqual(["store/fenced"]);
  expect((await world.kinds(there))[0]).toBe("abandoned");
});
