import assert from "node:assert/strict";
import { expect } from "vitest";
import type { RunEvent, RunningProcess } from "../../src/model/index.js";
import type { ResourceOptions } from "../../src/sdk/index.js";
import type { Properties } from "../../src/testing/cloud/index.js";
import type { CloudAccount } from "../../src/testing/managed-object.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A process that a call has left running. What it does to the cloud is not of interest here, only when it ends. */
class LeftRunning {
  readonly signals: string[] = [];
  readonly #scenario: Scenario;
  readonly #changes: readonly string[];
  #endsAtMs: number;

  /** From now on, what calls tell by `running` counts as this process. */
  constructor(s: Scenario, endsBy: "itself" | "SIGTERM" | "SIGKILL" | "nothing", endsAfterMs = Infinity) {
    this.#scenario = s;
    this.#changes = s.cloud.changes();
    this.#endsAtMs = s.time.nowMs + endsAfterMs;
    s.processes = {
      isRunning: (process) => this.#isRunning(process),
      signal: (_, signal) => {
        this.signals.push(signal);
        if (signal === endsBy) this.#endsAtMs = 0;
      },
    };
  }

  #isRunning({ group }: RunningProcess): boolean {
    assert.equal(group, process.pid);
    const isRunning = this.#scenario.time.nowMs < this.#endsAtMs;
    if (isRunning) assert.deepEqual(this.#scenario.cloud.changes(), this.#changes, "done beside the process");
    return isRunning;
  }
}

interface BucketCall {
  readonly client: CloudAccount;
  readonly inputs: Properties & { readonly name: string };
  readonly idempotencyKey: string;
  readonly running: (leader: number) => Promise<void>;
}

/** Begins with a process of its own, which is recorded before anything is changed. */
async function createBucket({ client, inputs, idempotencyKey, running }: BucketCall) {
  await running(process.pid);
  const { cloud, account } = client;
  const { id } = await cloud.create({
    kind: "bucket",
    name: inputs.name,
    properties: inputs,
    token: idempotencyKey,
    honoursToken: true,
    ready: true,
    account,
  });
  return { id, outputs: { arn: `arn:${id}`, acl: "private", size: 0 } };
}

/** A stack whose create of a bucket was killed when its process was recorded, and before it did anything. */
async function interrupted(s: Scenario, options: ResourceOptions = {}): Promise<void> {
  s.types({ Bucket: { create: createBucket } });
  s.program(({ bucket }) => bucket("logs", {}, options));
  s.crashAfter("running create bucket logs");
  await s.apply().crashes();
  s.cloud.lacks("bucket logs");
}

const eventsOf = (s: Scenario, ...kinds: readonly RunEvent["kind"][]) =>
  s.events.filter(({ kind }) => kinds.includes(kind));

scenario("a run waits for the process of an interrupted create before it repeats the create", async (s) => {
  await interrupted(s);
  const left = new LeftRunning(s, "itself", 60_000);
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
  expect(eventsOf(s, "waiting-for-process", "ending")).toMatchObject([
    { kind: "waiting-for-process", action: "create", group: process.pid, until: "2030-01-01T01:00:00.000Z" },
  ]);
  expect(left.signals).toEqual([]);
  expect(s.time.nowMs).toBeGreaterThanOrEqual(60_000);
});

for (const [endsBy, signals] of [
  ["SIGTERM", ["SIGTERM"]],
  ["SIGKILL", ["SIGTERM", "SIGKILL"]],
] as const) {
  scenario(`a process that does not end by itself is ended at the deadline, by ${endsBy}`, async (s) => {
    await interrupted(s, { customTimeouts: { create: "5m" } });
    const left = new LeftRunning(s, endsBy);
    await s.apply().succeeds();
    expect(s.cloud.changes()).toEqual(["create bucket logs"]);
    expect(eventsOf(s, "waiting-for-process", "ending").map(({ kind }) => kind)).toEqual([
      "waiting-for-process",
      "ending",
    ]);
    expect(left.signals).toEqual(signals);
    expect(s.time.nowMs).toBeGreaterThanOrEqual(300_000);
  });
}

scenario("a process whose deadline has passed is ended at once", async (s) => {
  await interrupted(s);
  await s.time.pass(3_600_000);
  const left = new LeftRunning(s, "SIGTERM");
  await s.apply().succeeds();
  expect(eventsOf(s, "waiting-for-process", "ending").map(({ kind }) => kind)).toEqual(["ending"]);
  expect(left.signals).toEqual(["SIGTERM"]);
});

scenario("what a process that cannot be ended belongs to is held back", async (s) => {
  await interrupted(s);
  await s.time.pass(3_600_000);
  const left = new LeftRunning(s, "nothing");
  const [problem] = await s.apply().fails("engine/process-not-terminated");
  expect(problem!.detail).toContain(`process group ${process.pid}`);
  expect(left.signals).toEqual(["SIGTERM", "SIGKILL"]);
  expect(s.cloud.changes()).toEqual([]);
});

scenario("a plan does not wait, and leaves out what is still running", async (s) => {
  await interrupted(s);
  const left = new LeftRunning(s, "itself", 60_000);
  const before = s.time.nowMs;
  const plan = await s.plan().shows(``);
  expect(plan.plan.held).toMatchObject([{ code: "engine/still-running", severity: "note" }]);
  expect(plan.isWaiting).toBe(true);
  expect(s.time.nowMs).toBe(before);
  expect(left.signals).toEqual([]);

  await (await s.stack()).awaitProcesses();
  expect(s.time.nowMs).toBeGreaterThanOrEqual(60_000);
  expect((await s.plan().shows(`create bucket logs (repeated)`)).isWaiting).toBe(false);
});

scenario("whoever ends the wait leaves everything as it is", async (s) => {
  await interrupted(s);
  const left = new LeftRunning(s, "itself", 60_000);
  const stop = new AbortController();
  stop.abort();
  await s.apply({ signal: stop.signal }).fails("engine/still-running");
  expect(left.signals).toEqual([]);
  expect(s.cloud.changes()).toEqual([]);
  expect((await s.state()).open.size).toBe(1);
});

for (const action of ["update", "delete"] as const) {
  scenario(`the process of an interrupted ${action} is waited for too`, async (s) => {
    const change = async ({ running, client, inputs, id }: BucketCall & { readonly id: string }) => {
      await running(process.pid);
      const { cloud, account } = client;
      if (action === "update") await cloud.update({ kind: "bucket", id, properties: inputs, account });
      else await cloud.delete({ kind: "bucket", id, account });
      return { arn: `arn:${id}`, acl: "public", size: 0 };
    };
    s.types({ Bucket: { [action]: change } });
    s.program(({ bucket }) => bucket("logs"));
    await s.apply().succeeds();
    s.program(({ bucket }) => (action === "update" ? bucket("logs", { acl: "public" }) : undefined));
    s.crashAfter(`running ${action} bucket logs`);
    await s.apply().crashes();

    new LeftRunning(s, "itself", 60_000);
    await s.apply().succeeds();
    expect(eventsOf(s, "waiting-for-process")).toMatchObject([{ action, group: process.pid }]);
    expect(s.cloud.changes()).toEqual(["create bucket logs", `${action} bucket logs`]);
  });
}
