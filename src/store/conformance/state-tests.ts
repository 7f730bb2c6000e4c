import assert from "node:assert/strict";
import { secretOf, type ValueObject } from "../../model/index.js";
import { emptySnapshot, replay, verifySnapshot } from "../../state/index.js";
import { openStore } from "../open-store.js";
import { readAll } from "../raw/index.js";
import type { StackRun, StackStore } from "../store.js";
import { sampleMachine } from "./sample-machine.js";
import { creation, sampleIntent, sampleObject, sampleResource } from "./sample-records.js";
import { openSample, refusal, request, sampleAddress, type PlaceTest } from "./sample-stack.js";

export const stateTests: Record<string, PlaceTest> = {
  "refuses a stack that does not exist, and leaves no trace": async (place) => {
    const store = await openStore(await place.open(), sampleMachine().process(1));
    await refusal(store.open(sampleAddress, { create: false }), "store/no-stack");
    assert.equal(await store.exists(sampleAddress), false);
    assert.deepEqual([await store.list(), await store.list("shop")], [[], []]);
  },

  "finds a stack again by its name, odd ones too": async (place) => {
    const ports = sampleMachine().process(1);
    const names = ["dev", "Dev", "staging:acmecorp", "..", "a/b", "con", "%41", "ü"];
    const store = await openStore(await place.open(), ports);
    const lineages = new Map<string, string>();
    for (const name of names) {
      const stack = await store.open({ project: "shop", name }, { create: true });
      lineages.set(name, stack.lineage);
      await stack.close();
    }
    const again = await openStore(await place.open(), ports);
    assert.deepEqual(
      (await again.list("shop")).map(({ name }) => name),
      names.toSorted(),
    );
    assert.equal(new Set(lineages.values()).size, names.length);
    for (const [name, lineage] of lineages) {
      assert.equal(await again.exists({ project: "shop", name }), true);
      const stack = await again.open({ project: "shop", name }, { create: false });
      assert.equal(stack.lineage, lineage);
      await stack.close();
    }
  },

  "removes a stack with all its data, and no other stack": async (place) => {
    const ports = sampleMachine().process(1);
    const store = await openStore(await place.open(), ports);
    const address = sampleAddress;
    const stack = await store.open(address, { create: true });
    const others = [
      { project: "other", name: "dev" },
      { project: "shop", name: "Dev" },
    ];
    for (const other of others) await (await store.open(other, { create: true })).close();
    const run = await stack.begin(request);
    await appendAll(run, [...creation(1)]);
    await run.end("succeeded", {});
    await stack.remove();
    await (await place.open()).remove({ project: "shop", name: "never made" });
    assert.deepEqual(await store.list(), others);
    assert.equal(await store.exists(address), false);
    await refusal(store.open(address, { create: false }), "store/no-stack");
    const again = await store.open(address, { create: true });
    assert.notEqual(again.lineage, stack.lineage);
    assert.equal((await again.read()).snapshot.resources.size, 0);
    assert.deepEqual(await again.history(), []);
    await again.close();
  },

  "refuses who has had a stack open that was taken away, also if there is another one by now": async (
    place,
  ) => {
    const machine = sampleMachine();
    const [here, there] = [machine.process(1), machine.process(2)];
    const address = sampleAddress;
    const opened = await (await openStore(await place.open(), there)).open(address, { create: true });
    const store = await openStore(await place.open(), here);
    const removed = await store.open(address, { create: false });
    await removed.begin(request);
    await removed.remove();
    machine.kill(1);
    await refusal(opened.begin(request), "store/deleted");
    await (await store.open(address, { create: true })).close();
    await refusal(opened.begin(request), "store/deleted");
    await opened.close();
  },

  "keeps stacks of two projects apart that have the same name": async (place) => {
    const ports = sampleMachine().process(1);
    const projects = ["shop", "Shop", "a/b", "..", "dev.db"];
    const store = await openStore(await place.open(), ports);
    const lineages = new Map<string, string>();
    for (const project of projects) {
      const stack = await store.open({ project, name: "dev" }, { create: true });
      lineages.set(project, stack.lineage);
      await stack.close();
    }
    assert.equal(new Set(lineages.values()).size, projects.length);
    const again = await openStore(await place.open(), ports);
    assert.deepEqual(
      await again.list(),
      projects.toSorted().map((project) => ({ project, name: "dev" })),
    );
    for (const [project, lineage] of lineages) {
      const address = { project, name: "dev" };
      assert.deepEqual(await again.list(project), [address]);
      assert.equal((await again.glance(address))?.project, project);
      const stack = await again.open(address, { create: false });
      assert.equal(stack.lineage, lineage);
      await stack.close();
    }
    await refusal(again.open({ project: "other", name: "dev" }, { create: false }), "store/no-stack");
  },

  "makes one stack where several processes make it at once": async (place) => {
    const machine = sampleMachine();
    const stacks = await Promise.all(
      ["shop", "other", "shop", "other", "shop"].map(async (project, pid) => {
        const store = await openStore(await place.open(), machine.process(pid + 1));
        return store.open({ project, name: "dev" }, { create: true });
      }),
    );
    const [shop, other] = stacks.map(({ lineage }) => lineage);
    assert.deepEqual(
      stacks.map(({ lineage }) => lineage),
      [shop, other, shop, other, shop],
    );
    assert.notEqual(shop, other);
    await Promise.all(stacks.map((stack) => stack.close()));
  },

  "says where a stack is kept, whether it exists or not": async (place) => {
    const store = await openStore(await place.open(), sampleMachine().process(1));
    const { text } = await store.where(sampleAddress);
    assert.notEqual(text, "");
    assert.deepEqual(await store.list(), []);
    await (await store.open(sampleAddress, { create: true })).close();
    assert.equal((await store.where(sampleAddress)).text, text);
  },

  "keeps what was recorded, as the journal tells it": async (place) => {
    const ports = sampleMachine().process(1);
    const stack = await openSample(place, ports);
    const run = await stack.begin({ ...request, planDigest: "abc" });
    const [first, second] = [run.nextRid(), run.nextRid()];
    await appendAll(run, [
      ...creation(first, { inputs: oddValues, outputs: oddValues }),
      ...creation(
        second,
        { edges: [{ kind: "input", to: first, field: "logs" }], createdAt: "2030-01-01T00:00:00Z" },
        {
          globalId: "g",
          parent: first,
          scope: { module: "shop:main", id: "x" },
          options: { protect: true, replaceTrigger: secretOf("t"), ignoreChanges: ["a", "b"] },
          origin: [{ waitsFor: [first], position: { file: "a.ts", line: 1, column: 2 } }],
          position: { file: "b.ts", line: 3, column: 4 },
        },
      ),
      { event: { kind: "recorded", what: "outputs" }, changes: [{ put: "outputs", outputs: oddValues }] },
      {
        event: { kind: "recorded", what: "renamed" },
        changes: [{ put: "moves", applied: ["a", "\u2028"] }],
      },
    ]);
    const object = sampleObject(second, 1, "current");
    const odd = { id: "\0 \u2028 \ud800", opaque: "AAEC", unfinished: ["tags"], tainted: true };
    await run.append({
      event: { kind: "recorded", what: "an id that only a provider could think of" },
      changes: [{ put: "object", row: { ...object, stored: { ...object.stored, ...odd } } }],
    });
    await checkAgainstJournal(stack);
    assert.deepEqual((await stack.read()).snapshot, run.current());
    await run.end("succeeded", { create: 2 });
    await stack.close();

    const reopened = await openSample(place, ports);
    await checkAgainstJournal(reopened);
    const { snapshot } = await reopened.read();
    assert.equal(snapshot.resources.size, 2);
    assert.equal(snapshot.nextRid, second + 1);
    assert.deepEqual(snapshot.moves, ["a", "\u2028"]);
    assert.deepEqual(snapshot.outputs, oddValues);
    assert.deepEqual(snapshot.objects.get("1.1")!.stored.inputs, oddValues);
    assert.deepEqual(
      (await reopened.history()).map(({ result, summary, planDigest }) => ({ result, summary, planDigest })),
      [{ result: "succeeded", summary: { create: 2 }, planDigest: "abc" }],
    );
    await reopened.close();
  },

  "keeps operations without an outcome, and what was identified": async (place) => {
    const machine = sampleMachine();
    const stack = await openSample(place, machine.process(1));
    const run = await stack.begin(request);
    const [intent] = creation(1, { inputs: { password: secretOf("open sesame") } });
    const operation = "create 1.1";
    await run.append(intent);
    await run.append({ event: { kind: "identified", operation, id: "i-1" }, changes: [] });
    await run.append({ event: { kind: "outcome", operation, result: "uncertain" }, changes: [] });
    await run.end("interrupted", {});
    const { open } = (await stack.read()).snapshot;
    assert.deepEqual([...open.values()], [{ ...intent.event, identified: "i-1" }]);
    const next = await stack.begin(request);
    await next.append({
      event: { kind: "outcome", operation, result: "adopted" },
      changes: [{ put: "object", row: sampleObject(1, 1, "current") }],
    });
    await next.end("succeeded", {});
    assert.equal((await stack.read()).snapshot.open.size, 0);
    await checkAgainstJournal(stack);
    await stack.close();
  },

  "drops what was deleted": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const run = await stack.begin(request);
    await appendAll(run, creation(1));
    const intent = sampleIntent("delete", 1, 1);
    await run.append({ event: intent, changes: [] });
    await run.append({
      event: { kind: "outcome", operation: intent.operation, result: "ok" },
      changes: [
        { drop: "object", rid: 1, generation: 1 },
        { drop: "resource", rid: 1 },
      ],
    });
    await run.end("succeeded", {});
    const { snapshot } = await stack.read();
    assert.equal(snapshot.resources.size + snapshot.objects.size, 0);
    assert.equal(snapshot.nextRid, 2);
    await checkAgainstJournal(stack);
    await stack.close();
  },

  "writes many records of one turn in their order": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const run = await stack.begin(request);
    const count = 300;
    await appendAll(run, Array.from({ length: count }, (_, index) => creation(index + 1)).flat());
    await run.end("succeeded", {});
    const journal = await stack.journal();
    assert.deepEqual(
      journal.map(({ sequence }) => sequence),
      Array.from({ length: 2 * count + 2 }, (_, index) => index + 1),
    );
    await checkAgainstJournal(stack);
    await stack.close();
  },

  "refuses a record that would make state unsound, and only that one": async (place) => {
    const stack = await openSample(place, sampleMachine().process(1));
    const run = await stack.begin(request);
    const [good, outcome] = creation(1);
    const bad = creation(2, { edges: [{ kind: "depends-on", to: 9 }] })[0];
    const results = await Promise.allSettled([run.append(good), run.append(bad), run.append(outcome)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    await refusal(run.append(bad), "store/refused-record");
    await refusal(
      run.append({
        event: { kind: "recorded", what: "a broken text" },
        changes: [{ put: "resource", row: sampleResource(1, { name: "\0" }) }],
      }),
      "store/refused-record",
    );
    await run.end("failed", {});
    await checkAgainstJournal(stack);
    await stack.close();
  },

  "reads without a lock and writes nothing by it": async (place) => {
    const ports = sampleMachine().process(1);
    const stack = await openSample(place, ports);
    const run = await stack.begin(request);
    await appendAll(run, creation(1));
    const raw = (await (await place.open()).open(sampleAddress))!;
    const before = await readAll(raw);
    const reading = await stack.read();
    assert.equal(reading.holder?.runId, run.runId);
    assert.deepEqual(await readAll(raw), before);
    await run.end("succeeded", {});
    assert.equal((await stack.read()).holder, undefined);
    await raw.close();
    await stack.close();
  },
};

async function appendAll(
  run: StackRun,
  entries: readonly Parameters<StackRun["append"]>[0][],
): Promise<void> {
  await Promise.all(entries.map((entry) => run.append(entry)));
}

async function checkAgainstJournal(stack: StackStore): Promise<void> {
  const { snapshot } = await stack.read();
  const { snapshot: replayed, problems } = replay(emptySnapshot(stack.lineage), await stack.journal());
  assert.deepEqual(problems, []);
  assert.deepEqual(verifySnapshot(snapshot), []);
  assert.deepEqual(snapshot, replayed);
  assert.deepEqual(await stack.verify(), []);
}

const oddValues: ValueObject = {
  ["__proto__"]: { constructor: "x", toString: null },
  "a.b[0]": '\0 \u{1f965} \u2028 "quoted" \\',
  numbers: [Number.NaN, Number.NEGATIVE_INFINITY, -0, 1e300, 2 ** 53],
  password: secretOf({ user: "root", words: ["a", secretOf("b")] }),
  empty: { list: [], object: {}, text: "" },
};
