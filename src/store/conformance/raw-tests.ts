import assert from "node:assert/strict";
import { secretOf } from "../../model/index.js";
import { readAll, rowText } from "../raw/index.js";
import type { RawBatch, RawRow, RawStack } from "../raw/index.js";
import { sampleMachine } from "./sample-machine.js";
import { creation, sampleObject } from "./sample-records.js";
import {
  openSample,
  refusal,
  request,
  sampleAddress,
  type PlaceTest,
  type StorePlace,
} from "./sample-stack.js";
import { JSON } from "../../std/plain-json.js";

async function openRaw(place: StorePlace): Promise<RawStack> {
  const stack = await (await place.open()).open(sampleAddress);
  assert.ok(stack);
  return stack;
}

/** Returns a batch at the current position of the stack that makes only the given changes. */
async function batchOn(raw: RawStack, changes: RawBatch["changes"]): Promise<RawBatch> {
  const head = await raw.head();
  return {
    expected: { epoch: head.epoch, head_hash: head.head_hash },
    head,
    records: [],
    changes,
    runs: [],
  };
}

const record = {
  seq: 1,
  epoch: 1,
  run_id: "r-1",
  kind: "recorded",
  rid: null,
  gen: null,
  op_id: null,
  body: "{}",
  hash: "x",
};

export const rawTests: Record<string, PlaceTest> = {
  "appends nothing where the stack has moved": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const raw = await openRaw(place);
    const batch = { ...(await batchOn(raw, [])), records: [record] };
    for (const expected of [
      { ...batch.expected, epoch: 7 },
      { ...batch.expected, head_hash: "y" },
    ]) {
      const head = await raw.append({ ...batch, head: { ...batch.head, head_hash: "x" }, expected });
      assert.equal(head.head_hash, batch.head.head_hash);
    }
    assert.deepEqual(await raw.journal(0), []);
    await raw.close();
    await stack.close();
  },

  "takes a batch that is sent again for the one that landed": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const raw = await openRaw(place);
    const plain = await batchOn(raw, []);
    const batch = { ...plain, head: { ...plain.head, head_seq: 1, head_hash: "x" }, records: [record] };
    assert.equal((await raw.append(batch)).head_hash, "x");
    assert.equal((await raw.append(batch)).head_hash, "x");
    assert.deepEqual(await raw.journal(0), [record]);
    await raw.close();
    await stack.close();
  },

  "knows the last record before those of a run": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const raw = await openRaw(place);
    assert.equal(await raw.lastBefore(1), undefined);
    const epochs = [1, 1, 2, 4, 4, 4, 7];
    const records = epochs.map((epoch, index) => ({
      ...record,
      seq: index + 1,
      epoch,
      hash: `h${index + 1}`,
    }));
    await raw.append({ ...(await batchOn(raw, [])), records });
    const found = await Promise.all([1, 2, 3, 4, 5, 7, 8].map((epoch) => raw.lastBefore(epoch)));
    assert.deepEqual(
      found.map((each) => each && `${each.seq} ${each.hash}`),
      [undefined, "2 h2", "3 h3", "3 h3", "6 h6", "6 h6", "7 h7"],
    );
    await raw.append({ ...(await batchOn(raw, [])), pruned: 3 });
    assert.deepEqual(
      (await raw.journal(0)).map(({ seq }) => seq),
      [4, 5, 6, 7],
    );
    assert.equal(await raw.lastBefore(4), undefined);
    assert.equal((await raw.lastBefore(7))?.seq, 6);
    await raw.close();
    await stack.close();
  },

  "gives every row as the text that its seal is made of, whatever is in it": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const raw = await openRaw(place);
    const characters = Array.from({ length: 0x2fff }, (_, index) => String.fromCodePoint(index + 1)).join("");
    const bodies = ["{}", characters, "\u{1f469}\u200d\u{1f4bb}\u{10ffff}", "x".repeat(1_000_000), ""];
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      op_id: `operation \n ${String(index).padStart(4, "0")}`,
      body: bodies[index % 700] ?? `{"a":${index}}`,
      seq: index,
      mac: `mac ${index}`,
      ...(index % 500 === 3 && { more: `{"later":${index}}` }),
    }));
    const puts = rows.map((put) => ({ table: "intent" as const, put }));
    await raw.append(await batchOn(raw, puts.toReversed()));
    const taken: string[] = [];
    await raw.read(() => (table, text, mac) => taken.push(`${table} ${mac} ${text}`));
    const expected = rows.map((row) => `intent ${row.mac} ${rowText("intent", row)}`);
    assert.deepEqual(taken.sort(), expected.sort());
    await raw.close();
    await stack.close();
  },

  "keeps the bytes of a secret that did not change, and opens none in another place": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const first = await stack.begin(request);
    const secret = { inputs: { a: secretOf("x"), b: secretOf("x") } };
    await Promise.all([...creation(1, secret), ...creation(2, secret)].map((each) => first.append(each)));
    await first.end("succeeded", {});
    const raw = await openRaw(place);
    const inputsOf = async (rid: number) =>
      String((await readAll(raw)).rows.object.find((row) => row["rid"] === rid)?.["inputs"]);
    const before = await inputsOf(1);
    const second = await stack.begin(request);
    await second.append({
      event: { kind: "recorded", what: "outputs" },
      changes: [{ put: "object", row: sampleObject(1, 1, "current", { ...secret, outputs: { c: 1 } }) }],
    });
    await second.end("succeeded", {});
    assert.equal(await inputsOf(1), before);
    assert.notEqual(await inputsOf(2), before);
    const { a, b } = JSON.parse(before) as { a: object; b: object };
    assert.notDeepEqual(a, b);
    await raw.close();
    await stack.close();
  },

  "finds rows that were altered, lost, added or exchanged": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const run = await stack.begin(request);
    await Promise.all([...creation(1), ...creation(2)].map((each) => run.append(each)));
    await run.end("succeeded", {});
    const raw = await openRaw(place);
    const [one, two] = (await readAll(raw)).rows.object as [RawRow, RawRow];
    const forgeries: RawBatch["changes"][] = [
      [{ table: "object", put: { ...one, id: "other" } }],
      [{ table: "object", drop: [2, 1] }],
      [{ table: "object", put: { ...one, gen: 2 } }],
      [
        { table: "object", put: { ...one, inputs: two["inputs"]! } },
        { table: "object", put: { ...two, inputs: one["inputs"]! } },
      ],
    ];
    for (const changes of forgeries) {
      await raw.append(await batchOn(raw, changes));
      await refusal(stack.read(), "store/integrity");
      await refusal(stack.begin(request), "store/integrity");
      const repair: RawBatch["changes"] = [
        { table: "object", drop: [1, 2] },
        { table: "object", put: one },
        { table: "object", put: two },
      ];
      await raw.append(await batchOn(raw, repair));
      await stack.read();
    }
    await raw.close();
    await stack.close();
  },
};
