import assert from "node:assert/strict";
import type { StackRun, StackStore } from "../store.js";
import { sampleMachine } from "./sample-machine.js";
import { creation, sampleIntent, sampleObject, sampleResource } from "./sample-records.js";
import {
  openSample,
  refusal,
  request,
  sampleAddress,
  type PlaceTest,
  type StorePlace,
} from "./sample-stack.js";

/** Performs runs that each change the outputs of one object and end. */
async function runs(stack: StackStore, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const run = await stack.begin(request);
    await run.append({
      event: { kind: "recorded", what: "outputs" },
      changes: [{ put: "object", row: sampleObject(1, 1, "current", { outputs: { index } }) }],
    });
    await run.end("succeeded", {});
  }
}

/** Opens a stack after one run that created two objects. */
async function begun(place: StorePlace): Promise<StackStore> {
  const stack = await openSample(place, sampleMachine().process(1));
  const first = await stack.begin(request);
  await Promise.all([...creation(1), ...creation(2)].map((each) => first.append(each)));
  await first.end("succeeded", {});
  return stack;
}

async function pruned(stack: StackStore, keepRuns: number): Promise<number> {
  const run = await stack.begin({ ...request, command: "state prune" });
  const gone = await run.prune(keepRuns);
  await run.end("succeeded", {});
  return gone;
}

async function numbers(stack: StackStore, after?: number): Promise<number[]> {
  return (await stack.journal(after)).map(({ sequence }) => sequence);
}

const counted = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export const pruneTests: Record<string, PlaceTest> = {
  "keeps the records of the last fifty runs, and the rows of all": async (place) => {
    const stack = await begun(place);
    await runs(stack, 60);
    // Six records of the first run, three of each later one.
    const last = 6 + 60 * 3;
    assert.deepEqual(await numbers(stack), counted(last - 50 * 3 + 1, last));
    assert.equal((await stack.history()).length, 61);
    const { snapshot } = await stack.read();
    assert.equal(snapshot.head, last);
    assert.deepEqual([...snapshot.resources.keys()], [1, 2]);
    assert.deepEqual(await stack.verify(), []);
    await stack.close();
  },

  "prunes more records on request, and returns their number": async (place) => {
    const stack = await begun(place);
    await runs(stack, 5);
    assert.equal(await pruned(stack, 2), 6 + 4 * 3);
    // The records of the run before the last, and two of the last run itself.
    assert.deepEqual(await numbers(stack), counted(19, 23));
    assert.deepEqual(await numbers(stack, 3), counted(19, 23));
    assert.deepEqual(await numbers(stack, 18), counted(19, 23));
    assert.deepEqual(await numbers(stack, 20), counted(21, 23));
    assert.deepEqual(await numbers(stack, 23), []);
    assert.equal(await pruned(stack, 9), 0);
    assert.equal(await pruned(stack, 1), 7);
    assert.deepEqual(await numbers(stack), counted(26, 27));
    assert.deepEqual(await stack.verify(), []);
    await runs(stack, 1);
    assert.deepEqual(await numbers(stack), counted(26, 30));
    assert.deepEqual(await stack.verify(), []);
    await stack.close();
  },

  "keeps the record of every open intent, and all behind it": async (place) => {
    const stack = await begun(place);
    const run: StackRun = await stack.begin(request);
    const operation = `${run.runId}.1`;
    await run.append({ event: { ...sampleIntent("update", 1, 1, { size: 9 }), operation }, changes: [] });
    await run.end("interrupted", {});
    await runs(stack, 4);
    assert.equal(await pruned(stack, 1), 6);
    assert.equal((await stack.journal())[1]!.event.kind, "intent");
    assert.deepEqual(await stack.verify(), []);
    const settling = await stack.begin(request);
    assert.deepEqual([...settling.snapshot.open.keys()], [operation]);
    await settling.append({ event: { kind: "outcome", operation, result: "failed" }, changes: [] });
    await settling.end("succeeded", {});
    assert.equal(await pruned(stack, 1), 3 + 4 * 3 + 2 + 3);
    assert.deepEqual(await stack.verify(), []);
    await stack.close();
  },

  "says what a resource was called whose record is gone": async (place) => {
    const stack = await begun(place);
    const { urn } = sampleResource(1);
    assert.equal(await pruned(stack, 1), 6);
    const run = await stack.begin(request);
    const renamed = sampleResource(1, { urn: `${urn}-new`, name: "new" });
    await run.append({
      event: { kind: "recorded", what: "renamed" },
      changes: [{ put: "resource", row: renamed }],
    });
    await run.append({
      event: { kind: "recorded", what: "forgotten" },
      changes: [
        { drop: "object", rid: 2, generation: 1 },
        { drop: "resource", rid: 2 },
      ],
    });
    await run.end("succeeded", {});
    const told = (await stack.journal())
      .flatMap(({ changes }) => changes)
      .map((change) => ("was" in change ? change.was : undefined));
    assert.deepEqual(told, [urn, undefined, sampleResource(2).urn]);
    await stack.close();
  },

  "takes no journal for a whole one whose beginning somebody took away": async (place) => {
    const stack = await begun(place);
    await runs(stack, 3);
    const raw = (await (await place.open()).open(sampleAddress))!;
    const head = await raw.head();
    const { seq, hash } = (await raw.journal(0))[5]!;
    const forged = { ...head, first_seq: seq, first_hash: hash };
    const expected = { epoch: head.epoch, head_hash: head.head_hash };
    await raw.append({ expected, head: forged, records: [], changes: [], runs: [], pruned: seq });
    await refusal(stack.read(), "store/integrity");
    await raw.append({ expected, head, records: [], changes: [], runs: [] });
    await stack.read();
    await refusal(stack.journal(), "store/integrity");
    assert.equal((await stack.verify()).length, 1);
    await raw.close();
    await stack.close();
  },
};
