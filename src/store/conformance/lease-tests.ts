import assert from "node:assert/strict";
import type { RawBatch } from "../raw/index.js";
import { sampleMachine } from "./sample-machine.js";
import { creation } from "./sample-records.js";
import {
  openSample,
  refusal,
  request,
  sampleAddress,
  type PlaceTest,
  type StorePlace,
} from "./sample-stack.js";

/** A place whose store has leases. */
type LeasePlace = StorePlace & Required<Pick<StorePlace, "expire">>;

/** Wraps a test that does nothing if the store has no leases. */
function ifLeased(test: (place: LeasePlace) => Promise<void>): PlaceTest {
  return async (place) => {
    const { expire } = place;
    const stack = await openSample(place, sampleMachine().process(1));
    const raw = (await (await place.open()).open(sampleAddress))!;
    const hasLeases = raw.lease !== undefined;
    await raw.close();
    await stack.close();
    assert.equal(expire !== undefined, hasLeases, "a place has `expire` if its store has leases");
    if (expire !== undefined) await test({ open: () => place.open(), expire: () => expire.call(place) });
  };
}

export const leaseTests: Record<string, PlaceTest> = {
  "lets a run elsewhere keep its stack until its lease runs out": ifLeased(async (place) => {
    const first = await openSample(place, sampleMachine("there").process(11));
    const holder = await first.begin(request);
    const second = await openSample(place, sampleMachine("here").process(12));
    assert.equal((await second.read()).holder?.runId, holder.runId);
    await refusal(second.begin(request), "store/locked");
    await place.expire();
    assert.equal((await second.read()).holder, undefined);
    assert.equal(await second.heldBy(), undefined);
    const run = await second.begin(request);
    assert.equal(run.tookOver?.runId, holder.runId);
    await refusal(holder.append(creation(1)[0]), "store/fenced");
    await refusal(holder.end("failed", {}), "store/fenced");
    await run.end("succeeded", {});
    assert.deepEqual(await second.verify(), []);
    await first.close();
    await second.close();
  }),

  "lets a run go on whose lease ran out and was taken by nobody": ifLeased(async (place) => {
    const stack = await openSample(place, sampleMachine().process(11));
    const run = await stack.begin(request);
    await place.expire();
    for (const entry of creation(1)) await run.append(entry);
    await run.end("succeeded", {});
    assert.equal((await stack.read()).snapshot.objects.size, 1);
    await stack.close();
  }),

  "takes a stack from a process that is there but let its lease run out": ifLeased(async (place) => {
    const machine = sampleMachine();
    const first = await openSample(place, machine.process(11));
    const stopped = await first.begin(request);
    const second = await openSample(place, machine.process(12));
    await refusal(second.begin(request), "store/locked");
    await place.expire();
    const run = await second.begin(request);
    assert.equal(run.tookOver?.pid, 11);
    await refusal(stopped.append(creation(1)[0]), "store/fenced");
    await run.end("succeeded", {});
    await first.close();
    await second.close();
  }),

  "takes a stack at once from a process that is known to be dead": ifLeased(async (place) => {
    const machine = sampleMachine();
    const first = await openSample(place, machine.process(11));
    const dead = await first.begin(request);
    machine.kill(11);
    const second = await openSample(place, machine.process(12));
    const run = await second.begin(request);
    assert.equal(run.tookOver?.runId, dead.runId);
    await run.end("succeeded", {});
    await first.close();
    await second.close();
  }),

  "does not give a lease away that has not run out, whatever a batch expects": ifLeased(async (place) => {
    const stack = await openSample(place, sampleMachine().process(11));
    const run = await stack.begin(request);
    const raw = (await (await place.open()).open(sampleAddress))!;
    assert.ok((await raw.lease!.left()) > 0);
    const head = await raw.head();
    const take = (deadKnown: boolean): RawBatch => ({
      expected: { epoch: head.epoch, head_hash: head.head_hash },
      head: { ...head, epoch: head.epoch + 1, head_hash: "x" },
      records: [],
      changes: [],
      runs: [],
      lease: { ms: 60_000, deadKnown },
    });
    assert.equal((await raw.append(take(false))).epoch, run.epoch);
    await place.expire();
    assert.ok((await raw.lease!.left()) <= 0);
    assert.equal((await raw.append(take(false))).epoch, run.epoch + 1);
    assert.ok((await raw.lease!.left()) > 0);
    await raw.close();
    await stack.close();
  }),
};
