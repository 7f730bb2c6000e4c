import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { creation, refusal, sampleIntent, sampleMachine } from "../../src/store/conformance/index.js";
import {
  memoryStore,
  openStore,
  readAll,
  type RawBatch,
  type RawStack,
  type RawStore,
  type StackRun,
} from "../../src/store/internal.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { address, databaseIn, openIn, request, temporaryFolder } from "./temporary-folder.js";

/** A memory store that tells of each batch before and after it is written, and may fail both times. */
function watched(onAppend: (batch: RawBatch) => void, onAppended: () => void): RawStore {
  const inner = memoryStore();
  const watch = (stack: RawStack): RawStack => ({
    ...stack,
    append: async (batch) => {
      onAppend(batch);
      const head = await stack.append(batch);
      onAppended();
      return head;
    },
  });
  return {
    ...inner,
    open: async (name) => {
      const stack = await inner.open(name);
      return stack && watch(stack);
    },
    create: async (head) => watch(await inner.create(head)),
  };
}

async function openWatched(onAppend: (batch: RawBatch) => void, onAppended = () => {}) {
  const store = await openStore(watched(onAppend, onAppended), sampleMachine().process(1));
  return store.open(address, { create: true });
}

test("records of one turn share a commit, at most 256 of them", async () => {
  const batches: number[] = [];
  const stack = await openWatched(({ records }) => batches.push(records.length));
  const run = await stack.begin(request);
  await Promise.all(
    Array.from({ length: 300 }, (_, index) => creation(index + 1))
      .flat()
      .map((each) => run.append(each)),
  );
  expect(batches).toEqual([1, 256, 256, 88]);
  await Promise.all(creation(301).map((each) => run.append(each)));
  await run.end("succeeded", {});
  expect(batches).toEqual([1, 256, 256, 88, 2, 1]);
});

test("an outcome shares a commit with the intents that it releases", async () => {
  const batches: string[][] = [];
  const stack = await openWatched(({ records }) => batches.push(records.map(({ kind }) => kind)));
  const run = await stack.begin(request);
  const [intent, outcome] = creation(1);
  await run.append(intent);
  const released = run.append(outcome);
  await Promise.all([released, run.append(creation(2)[0]), run.append(creation(3)[0])]);
  expect(batches).toEqual([["run-begin"], ["intent"], ["outcome", "intent", "intent"]]);
});

test("nothing is written before the turn has ended, and an append resolves when it is", async () => {
  let writes = 0;
  const stack = await openWatched(() => writes++);
  const run = await stack.begin(request);
  let isDurable = false;
  const appended = run.append(creation(1)[0]).then(() => (isDurable = true));
  await Promise.resolve();
  expect([writes, isDurable]).toEqual([1, false]);
  await nextTurn();
  await appended;
  expect([writes, isDurable]).toEqual([2, true]);
});

test("a process that lives on is free to begin again where its run could not record its end", async () => {
  let isFull = false;
  const stack = await openWatched(() => {
    if (isFull) throw new Error("no space left on device");
  });
  const run = await stack.begin(request);
  isFull = true;
  await refusal(run.end("succeeded", {}), "store/write-failed");
  isFull = false;
  const next = await stack.begin(request);
  expect(next.tookOver?.runId).toBe(run.runId);
  await next.end("succeeded", {});
});

test("a run is over that cannot know whether it has begun", async () => {
  let isLost = true;
  const stack = await openWatched(
    () => {},
    () => {
      if (isLost) throw new Error("the answer was lost");
    },
  );
  await refusal(stack.begin(request), "store/write-failed");
  isLost = false;
  await (await stack.begin(request)).end("succeeded", {});
});

test("after a failed write nothing more is, until the end is recorded on what the store holds", async () => {
  let isFull = false;
  const stack = await openWatched(() => {
    if (isFull) throw new Error("no space left on device");
  });
  const run = await stack.begin(request);
  await run.append(creation(1)[0]);
  isFull = true;
  expect(await refusal(run.append(creation(1)[1]), "store/write-failed")).toContain("no space left");
  isFull = false;
  await refusal(run.append(creation(2)[0]), "store/write-failed");
  await run.end("failed", {});
  expect((await stack.read()).snapshot.open.size).toBe(1);
  expect(await stack.verify()).toEqual([]);
  await (await stack.begin(request)).end("succeeded", {});
});

test("a run that has ended takes no more records, and ends once", async () => {
  const stack = await openWatched(() => {});
  const run = await stack.begin(request);
  await run.end("succeeded", {});
  await expect(run.append(creation(1)[0])).rejects.toThrow("bug");
  await expect(run.end("succeeded", {})).rejects.toThrow("bug");
});

test("numbers of resources are given once, also in another order than they are used", async () => {
  const stack = await openWatched(() => {});
  const run = await stack.begin(request);
  const [first, second] = [run.nextRid(), run.nextRid()];
  for (const entry of [...creation(second), ...creation(first)]) await run.append(entry);
  expect(run.nextRid()).toBe(3);
  expect(run.nextSequence).toBe(6);
  await run.end("succeeded", {});
  expect((await stack.begin(request)).nextRid()).toBe(3);
});

test("a step costs the same bytes in a small and in a large stack", async () => {
  const bytesPerStep = async (count: number) => {
    const folder = temporaryFolder();
    const stack = await openIn(folder);
    const run = await stack.begin(request);
    const entries = Array.from({ length: count }, (_, index) => {
      // Numbers of one length, so that what is compared is the work and not their digits.
      const rid = 100_000 + index;
      return creation(rid, index === 0 ? {} : { edges: [{ kind: "depends-on", to: rid - 1 }] });
    });
    await Promise.all(entries.flat().map((each) => run.append(each)));
    const database = openDatabase(databaseIn(folder));
    const sizes = database
      .all(
        "select length(body) + length(hash) + length(coalesce(op_id, '')) as size from journal where seq > 1",
      )
      .map(({ size }) => Number(size));
    database.close();
    await run.end("succeeded", {});
    const steps = Array.from({ length: count }, (_, index) => sizes[2 * index]! + sizes[2 * index + 1]!);
    return { tenth: steps[9]!, last: steps.at(-1)!, mean: steps.reduce((a, b) => a + b) / count };
  };
  const [small, large] = [await bytesPerStep(100), await bytesPerStep(1000)];
  expect(large.mean / small.mean).toBeCloseTo(1, 2);
  expect(large.last / large.tenth).toBeCloseTo(1, 2);
});

describe("rows follow the journal", () => {
  async function written(act: (run: StackRun) => Promise<void>) {
    const rows: number[] = [];
    const stack = await openWatched((batch) => rows.push(batch.changes.length));
    const run = await stack.begin(request);
    await act(run);
    return { stack, run, rows };
  }

  const createAll = async (run: StackRun, rids: readonly number[]) => {
    for (const rid of rids) for (const entry of creation(rid)) await run.append(entry);
  };
  const ridsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  test("each is written once, at the end of the run, whatever was said of it before", async () => {
    const { run, rows } = await written((run) => createAll(run, ridsTo(50)));
    expect(new Set(rows)).toEqual(new Set([0]));
    await run.end("succeeded", {});
    expect(rows.at(-1)).toBe(100);
  });

  test("a long run writes those that have changed whenever 1024 records are ahead of them", async () => {
    const { run, rows } = await written((run) => createAll(run, ridsTo(600)));
    expect(rows.filter((count) => count > 0)).toEqual([1024]);
    await run.end("succeeded", {});
    expect(rows.filter((count) => count > 0)).toEqual([1024, 2 * (600 - 512)]);
  });

  test("those written with a record are what it and those before it say, and nothing of those behind", async () => {
    let hasFolded = false;
    const stack = await openWatched(({ changes }) => {
      if (hasFolded) throw new Error("no space left on device");
      hasFolded = changes.length > 0;
    });
    const run = await stack.begin(request);
    const records = ridsTo(900).flatMap((rid) => creation(rid));
    const appended = await Promise.allSettled(records.map((each) => run.append(each)));
    const durable = appended.filter(({ status }) => status === "fulfilled").length;
    expect(durable).toBe(1024);
    expect((await stack.read()).snapshot.resources.size).toBe(durable / 2);
    expect(await stack.verify()).toEqual([]);
  });

  test("what comes and goes between is never written", async () => {
    const { run, rows } = await written(async (run) => {
      const { operation } = sampleIntent("delete", 1, 1);
      await createAll(run, [1]);
      await run.append({ event: sampleIntent("delete", 1, 1), changes: [] });
      await run.append({
        event: { kind: "outcome", operation, result: "ok" },
        changes: [
          { drop: "object", rid: 1, generation: 1 },
          { drop: "resource", rid: 1 },
        ],
      });
    });
    await run.end("succeeded", {});
    expect(new Set(rows)).toEqual(new Set([0]));
  });

  test("who reads in between sees what the journal says", async () => {
    const { stack, run } = await written((run) => createAll(run, ridsTo(3)));
    await run.append(creation(4)[0]);
    const { snapshot } = await stack.read();
    expect(snapshot).toEqual(run.current());
    expect([snapshot.resources.size, snapshot.open.size]).toEqual([4, 1]);
    expect(await stack.verify()).toEqual([]);
    await run.end("failed", {});
  });

  test("whoever takes over brings them to where the dead run had come, with the record that says so", async () => {
    const raw = memoryStore();
    const machine = sampleMachine();
    const opened = (process: number) =>
      openStore(raw, machine.process(process)).then((store) => store.open(address, { create: true }));
    const dead = await (await opened(1)).begin(request);
    await createAll(dead, [1, 2]);
    await dead.append(creation(3)[0]);
    machine.kill(1);
    const stack = await opened(2);
    const heir = await stack.begin(request);
    const { head, rows, tail } = await readAll((await raw.open(address))!);
    expect([rows.resource.length, rows.object.length, rows.intent.length]).toEqual([3, 3, 1]);
    expect([head.checkpoint_seq, tail]).toEqual([head.head_seq, []]);
    expect(heir.snapshot.open.size).toBe(1);
    expect(await stack.verify()).toEqual([]);
  });
});
