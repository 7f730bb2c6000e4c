import assert from "node:assert/strict";
import { secretOf } from "../../model/index.js";
import { openStore } from "../open-store.js";
import { copyStack } from "../raw/index.js";
import type { RawCopy } from "../raw/index.js";
import { sampleMachine, type SampleMachine } from "./sample-machine.js";
import { creation, sampleIntent } from "./sample-records.js";
import { openSample, request, sampleAddress, type PlaceTest, type StorePlace } from "./sample-stack.js";

/**
 * Returns a copy of a stack after an interrupted run: all its tables have rows, and there are records after the
 * checkpoint.
 */
async function filled(place: StorePlace, machine: SampleMachine): Promise<RawCopy> {
  const stack = await openSample(place, machine.process(1));
  const first = await stack.begin(request);
  const secret = { inputs: { password: secretOf("x"), odd: '\0 \u{1f965} \u2028 "quoted" \\' } };
  for (const entry of [...creation(1, secret), ...creation(2)]) await first.append(entry);
  await first.append({
    event: { kind: "recorded", what: "outputs" },
    changes: [{ put: "outputs", outputs: { token: secretOf("o"), long: "x".repeat(100_000) } }],
  });
  await first.append({ event: sampleIntent("update", 1, 1, { size: 2 }), changes: [] });
  await first.end("interrupted", {});
  const second = await stack.begin(request);
  for (const entry of creation(3)) await second.append(entry);
  machine.kill(1);
  await stack.close();
  return copyOf(place);
}

async function copyOf(place: StorePlace): Promise<RawCopy> {
  const raw = (await (await place.open()).open(sampleAddress))!;
  try {
    return await copyStack(raw);
  } finally {
    await raw.close();
  }
}

export const restoreTests: Record<string, PlaceTest> = {
  "restores a stack as it was copied, all of it": async (place) => {
    const machine = sampleMachine();
    const copy = await filled(place, machine);
    const ports = machine.process(2);
    const before = await openSample(place, ports);
    const [snapshot, journal, history] = [
      (await before.read()).snapshot,
      await before.journal(),
      await before.history(),
    ];
    await before.close();
    const store = await place.open();
    await store.remove(sampleAddress);
    // Cloned, as if it came from another store by a file or a network.
    assert.equal(await store.restore(structuredClone(copy)), true);
    assert.deepEqual(sorted(await copyOf(place)), sorted(copy));
    assert.deepEqual(await store.list(), [sampleAddress]);
    const stack = await (await openStore(await place.open(), ports)).open(sampleAddress, { create: false });
    assert.equal(stack.lineage, copy.head.lineage);
    assert.deepEqual((await stack.read()).snapshot, snapshot);
    assert.deepEqual(await stack.journal(), journal);
    assert.deepEqual(await stack.history(), history);
    assert.deepEqual(await stack.verify(), []);
    const run = await stack.begin(request);
    assert.equal(run.epoch, copy.head.epoch + 1);
    for (const entry of creation(4)) await run.append(entry);
    await run.end("succeeded", {});
    assert.deepEqual(await stack.verify(), []);
    await stack.close();
  },

  "restores nothing where the stack exists": async (place) => {
    const machine = sampleMachine();
    const copy = await filled(place, machine);
    const store = await place.open();
    const other = { ...copy, records: [], rows: [], runs: [] };
    assert.equal(await store.restore(other), false);
    assert.deepEqual(sorted(await copyOf(place)), sorted(copy));
  },

  "restores a stack once where several processes do it at once": async (place) => {
    const machine = sampleMachine();
    const copy = await filled(place, machine);
    await (await place.open()).remove(sampleAddress);
    const restored = await Promise.all([1, 2, 3].map(async () => (await place.open()).restore(copy)));
    assert.equal(restored.filter((isMade) => isMade).length, 1);
    assert.deepEqual(sorted(await copyOf(place)), sorted(copy));
  },
};

/** Sorts the rows, because the rows of a table come in any order. */
function sorted({ rows, ...rest }: RawCopy): unknown {
  const text = ({ table, row }: RawCopy["rows"][number]) => `${table} ${String(row["mac"])}`;
  return { ...rest, rows: rows.toSorted((one, other) => (text(one) < text(other) ? -1 : 1)) };
}
