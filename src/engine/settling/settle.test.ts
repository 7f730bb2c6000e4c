import { expect, test } from "vitest";
import {
  objectKey,
  type ObjectRow,
  type OpenIntent,
  type ResourceRow,
  type Snapshot,
} from "../../model/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";
import { quietTimer } from "../../std/index.js";
import { isAbsent, settleAbsent, settleIntent, type SettlePorts } from "./settle.js";

const row = { rid: 1, urn: "urn", type: "cloud:index:Disk", name: "disk", kind: "custom" } as ResourceRow;
const object = {
  rid: 1,
  generation: 1,
  status: "creating",
  stored: { type: row.type, schemaVersion: 1, inputs: {}, outputs: {} },
} as unknown as ObjectRow;
const intent = { operation: "run.1", action: "create", rid: 1, generation: 1, key: "key" } as OpenIntent;
const snapshot = {
  resources: new Map([[1, row]]),
  objects: new Map([[objectKey(1, 1), object]]),
} as unknown as Snapshot;

/** Resolves a create that made nothing, as far as the service knows. Returns what was done, in order. */
async function settled(append: () => Promise<void>): Promise<readonly string[]> {
  const done: string[] = [];
  const provider = {
    canFind: () => true,
    find: async () => [],
    create: async () => {
      done.push("create");
      return { kind: "ok", stored: { ...object.stored, id: "disk-1" } };
    },
  } as unknown as ConfiguredProvider;
  const call = () => ({ phase: "plan" as const, signal: new AbortController().signal, report: () => {} });
  const ports: SettlePorts = {
    snapshot,
    provider: async () => provider,
    call,
    waitingCall: call,
    lateForMs: async () => 0,
    timer: quietTimer,
    now: () => "2030-01-01T00:00:00Z",
    append: async ({ event }) => {
      await append();
      done.push(event.kind);
    },
  };
  const found = await settleIntent(intent, ports);
  const settling = isAbsent(found) ? settleAbsent(found, ports) : Promise.resolve(found);
  await settling.catch(() => done.push("refused"));
  return done;
}

test("before a create is repeated, a record is written that only the lock holder can write", async () => {
  expect(await settled(async () => {})).toEqual(["recorded", "create"]);
});

test("a run that lost its lock does not repeat the create", async () => {
  const fenced = () => Promise.reject(new Error("fenced"));
  expect(await settled(fenced)).toEqual(["refused"]);
});
