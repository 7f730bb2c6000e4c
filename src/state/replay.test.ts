import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { objectKey } from "../model/index.js";
import type { JournalEvent, JournalRecord, RowChange, SequencedRecord, Snapshot } from "../model/index.js";
import { creation, sampleIntent, sampleObject, sampleResource } from "../store/conformance/index.js";
import { Ledger } from "./ledger.js";
import { emptySnapshot, replay } from "./replay.js";
import { verifySnapshot } from "./verify-snapshot.js";

type Entry = Omit<JournalRecord, "runId">;

function journal(entries: readonly Entry[]): SequencedRecord[] {
  return entries.map((entry, index) => ({ ...entry, runId: "r-1", epoch: 1, sequence: index + 1 }));
}

const outcome = (operation: string, changes: readonly RowChange[], result = "ok" as const): Entry => ({
  event: { kind: "outcome", operation, result },
  changes,
});

const needs = (to: number) => ({ edges: [{ kind: "depends-on" as const, to }] });

/** A create-first replacement of resource 1, on which 2 depends; then both are destroyed. */
const story: Entry[] = [
  { event: { kind: "run-begin", command: "apply", actor: "ana" }, changes: [] },
  ...creation(1),
  ...creation(2, needs(1)),
  {
    event: sampleIntent("create", 1, 2),
    changes: [{ put: "object", row: sampleObject(1, 2, "creating") }],
  },
  { event: { kind: "identified", operation: "create 1.2", id: "i" }, changes: [] },
  outcome("create 1.2", [
    { put: "object", row: sampleObject(1, 1, "doomed") },
    { put: "object", row: sampleObject(1, 2, "current") },
  ]),
  { event: sampleIntent("delete", 1, 1), changes: [] },
  outcome("delete 1.1", [{ drop: "object", rid: 1, generation: 1 }]),
  { event: sampleIntent("delete", 2, 1), changes: [] },
  outcome("delete 2.1", [
    { drop: "object", rid: 2, generation: 1 },
    { drop: "resource", rid: 2 },
  ]),
  { event: { kind: "recorded", what: "outputs" }, changes: [{ put: "outputs", outputs: { a: 1 } }] },
  { event: { kind: "run-end", result: "succeeded", summary: {} }, changes: [] },
];

test("a record of many resources that need each other costs their number, and a circle in it is found", () => {
  const rids = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const chain = (first: object): Entry => ({
    event: { kind: "recorded", what: "imported" },
    changes: rids.flatMap((rid): RowChange[] => [
      { put: "resource", row: sampleResource(rid) },
      { put: "object", row: sampleObject(rid, 1, "current", rid === 1 ? first : needs(rid - 1)) },
    ]),
  });
  const problemsOf = (entry: Entry) => replay(emptySnapshot("l"), journal([entry])).problems;
  // Following each of them to its end would take many minutes.
  expect(problemsOf(chain({}))).toEqual([]);
  expect(problemsOf(chain(needs(rids.length)))).toMatchObject([{ code: "state/dependency-cycle" }]);
});

describe("replay", () => {
  test("a story comes out as it was told", () => {
    const { snapshot, problems } = replay(emptySnapshot("l"), journal(story));
    expect(problems).toEqual([]);
    expect([...snapshot.resources.keys()]).toEqual([1]);
    expect([...snapshot.objects.keys()]).toEqual(["1.2"]);
    expect(snapshot).toMatchObject({ head: story.length, nextRid: 3, outputs: { a: 1 } });
  });

  test("every prefix verifies, and going on from it gives the same", () => {
    const records = journal(story);
    const whole = replay(emptySnapshot("l"), records).snapshot;
    for (let end = 0; end <= records.length; end++) {
      const { snapshot, problems } = replay(emptySnapshot("l"), records.slice(0, end));
      expect([...problems, ...verifySnapshot(snapshot)]).toEqual([]);
      expect(replay(snapshot, records.slice(end)).snapshot).toEqual(whole);
    }
  });

  test("an operation stays open while its outcome is uncertain", () => {
    const [intent] = creation(1);
    const uncertain: Entry = {
      event: { kind: "outcome", operation: "create 1.1", result: "uncertain" },
      changes: [],
    };
    const { snapshot } = replay(emptySnapshot("l"), journal([intent, uncertain, uncertain]));
    expect([...snapshot.open.keys()]).toEqual(["create 1.1"]);
  });

  test("two resources may swap their names in one record", () => {
    const [a, b] = [sampleResource(1), sampleResource(2)];
    const swap: Entry = {
      event: { kind: "recorded", what: "rename" },
      changes: [
        { put: "resource", row: { ...a, urn: b.urn } },
        { put: "resource", row: { ...b, urn: a.urn } },
      ],
    };
    expect(replay(emptySnapshot("l"), journal([...creation(1), ...creation(2), swap])).problems).toEqual([]);
  });

  const misfits: Record<string, [Entry[], RegExp]> = {
    "an outcome of nothing": [[outcome("x", [])], /operation x, which is not in progress/],
    "an id of nothing": [
      [{ event: { kind: "identified", operation: "x", id: "i" }, changes: [] }],
      /operation x, which is not in progress/,
    ],
    "an intent twice": [[creation(1)[0], creation(1)[0]], /a second time/],
    "dropping no resource": [
      [{ event: { kind: "recorded", what: "x" }, changes: [{ drop: "resource", rid: 7 }] }],
      /Resource 7 cannot be dropped/,
    ],
    "dropping no object": [
      [{ event: { kind: "recorded", what: "x" }, changes: [{ drop: "object", rid: 7, generation: 1 }] }],
      /Object 7.1 cannot be dropped/,
    ],
    "taking the name of a later resource": [
      [
        ...creation(1),
        ...creation(2),
        {
          event: { kind: "recorded", what: "rename" },
          changes: [{ put: "resource", row: sampleResource(1, { urn: sampleResource(2).urn }) }],
        },
      ],
      /Resources 1 and 2 both have the URN/,
    ],
    "dropping what is needed": [
      [
        ...creation(1),
        ...creation(2, needs(1)),
        {
          event: { kind: "recorded", what: "x" },
          changes: [
            { drop: "object", rid: 1, generation: 1 },
            { drop: "resource", rid: 1 },
          ],
        },
      ],
      /refers to resource 1/,
    ],
  };
  test.each(Object.entries(misfits))("%s is reported and changes nothing", (_, [entries, detail]) => {
    const good = replay(emptySnapshot("l"), journal(entries.slice(0, -1))).snapshot;
    const { snapshot, problems } = replay(emptySnapshot("l"), journal(entries));
    expect(problems.map((each) => each.detail).join("\n")).toMatch(detail);
    expect(snapshot).toEqual({ ...good, head: entries.length });
  });

  test("a gap is reported, and what follows it is still read", () => {
    const records = journal([...creation(1), ...creation(2)]).filter(({ sequence }) => sequence !== 2);
    const { problems } = replay(emptySnapshot("l"), records);
    expect(problems.map(({ code }) => code)).toEqual(["state/record-mismatch", "state/record-mismatch"]);
    expect(problems[0]?.detail).toContain("Record 3 follows record 1");
  });

  test("a chain of thousands is replayed and verified without running out of stack", () => {
    const count = 3000;
    const chain = Array.from({ length: count }, (_, index) =>
      creation(index + 1, index === 0 ? {} : needs(index)),
    ).flat();
    const { snapshot, problems } = replay(emptySnapshot("l"), journal(chain));
    expect(problems).toEqual([]);
    expect(verifySnapshot(snapshot)).toEqual([]);
  });
});

describe("any records at all", () => {
  const rid = fc.integer({ min: 1, max: 4 });
  const generation = fc.integer({ min: 1, max: 3 });
  const resource = fc
    .record({ rid, name: fc.integer({ min: 1, max: 5 }), parent: fc.option(rid) })
    .map(({ rid, name, parent }) =>
      sampleResource(rid, { urn: sampleResource(name).urn, ...(parent !== null && { parent }) }),
    );
  const object = fc
    .record({
      rid,
      generation,
      status: fc.constantFrom("current" as const, "doomed" as const, "owed" as const, "creating" as const),
      to: fc.array(rid, { maxLength: 2 }),
    })
    .map(({ rid, generation, status, to }) =>
      sampleObject(rid, generation, status, {
        edges: to.map((each) => ({ kind: "depends-on" as const, to: each })),
      }),
    );
  const change: fc.Arbitrary<RowChange> = fc.oneof(
    { weight: 3, arbitrary: resource.map((row) => ({ put: "resource" as const, row })) },
    { weight: 6, arbitrary: object.map((row) => ({ put: "object" as const, row })) },
    fc.record({ drop: fc.constant("resource" as const), rid }),
    fc.record({ drop: fc.constant("object" as const), rid, generation }),
  );
  const action = fc.constantFrom("create" as const, "update" as const, "delete" as const);
  const intent = fc.tuple(action, rid, generation).map((place) => sampleIntent(...place));
  const event: fc.Arbitrary<JournalEvent> = fc.oneof(
    fc.constant({ kind: "recorded" as const, what: "x" }),
    intent,
    intent.map(({ operation }) => ({ kind: "outcome" as const, operation, result: "ok" as const })),
    intent.map(({ operation }) => ({ kind: "identified" as const, operation, id: "i" })),
  );
  const random: fc.Arbitrary<Entry> = fc.record({ event, changes: fc.array(change, { maxLength: 4 }) });
  const fitting: fc.Arbitrary<Entry> = fc.oneof(
    rid.chain((rid) => fc.constantFrom(...creation(rid), ...creation(rid, needs(1)))),
    fc.tuple(rid, generation).map(([rid, generation]) => ({
      event: sampleIntent("create", rid, generation),
      changes: [{ put: "object" as const, row: sampleObject(rid, generation, "creating") }],
    })),
    fc
      .tuple(rid, generation)
      .map(([rid, generation]) =>
        outcome(`create ${rid}.${generation}`, [
          { put: "object", row: sampleObject(rid, generation, "current") },
        ]),
      ),
    fc.constantFrom(...story),
  );

  test("a ledger takes exactly the records after which the whole verifies", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(random, fitting), { maxLength: 25 }), (entries) => {
        const ledger = new Ledger(emptySnapshot("l"));
        for (const { event, changes } of entries) {
          const before = ledger.snapshot();
          const record = { runId: "r", epoch: 1, sequence: before.head + 1, event, changes };
          const found = ledger.enter(record);
          const naive = withoutChecks(before, record);
          if (found.length > 0) expect(ledger.snapshot()).toEqual(before);
          else {
            expect(ledger.snapshot()).toEqual(naive);
            expect(verifySnapshot(ledger.snapshot())).toEqual([]);
          }
          const isMisfit = found.some(({ code }) => code === "state/record-mismatch");
          if (!isMisfit) expect(found.length > 0).toBe(verifySnapshot(naive).length > 0);
        }
      }),
    );
  });

  test("replay never throws, and what it gives verifies", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(random, fitting), { maxLength: 25 }), (entries) => {
        const { snapshot } = replay(emptySnapshot("l"), journal(entries));
        expect(verifySnapshot(snapshot)).toEqual([]);
        expect(snapshot.head).toBe(entries.length);
      }),
    );
  });
});

/** Applies a record without any checks. */
function withoutChecks(before: Snapshot, { sequence, event, changes }: SequencedRecord): Snapshot {
  const resources = new Map(before.resources);
  const objects = new Map(before.objects);
  const open = new Map(before.open);
  let { nextRid } = before;
  if (event.kind === "intent") open.set(event.operation, event);
  if (event.kind === "outcome") open.delete(event.operation);
  const known = event.kind === "identified" ? open.get(event.operation) : undefined;
  if (event.kind === "identified" && known !== undefined) {
    open.set(event.operation, { ...known, identified: event.id });
  }
  let { outputs, moves, seen } = before;
  for (const change of changes) {
    if ("drop" in change) {
      if (change.drop === "resource") resources.delete(change.rid);
      else objects.delete(objectKey(change.rid, change.generation));
    } else if (change.put === "resource") {
      resources.set(change.row.rid, change.row);
      nextRid = Math.max(nextRid, change.row.rid + 1);
    } else if (change.put === "object")
      objects.set(objectKey(change.row.rid, change.row.generation), change.row);
    else if (change.put === "outputs") outputs = change.outputs;
    else if (change.put === "moves") moves = change.applied;
    else seen = change.seen;
  }
  return { ...before, head: sequence, nextRid, resources, objects, open, outputs, moves, seen };
}
