import { expect, test } from "vitest";
import { creation, sampleObject } from "../store/conformance/index.js";
import { indexSnapshot } from "./index-snapshot.js";
import { emptySnapshot, replay } from "./replay.js";

const entries = [
  ...creation(1, {}, { globalId: "g" }),
  ...creation(2, {
    edges: [
      { kind: "input", to: 1, field: "a" },
      { kind: "input", to: 1, field: "b" },
    ],
  }),
  ...creation(3, {}, { parent: 1 }),
  {
    event: { kind: "recorded" as const, what: "a replacement" },
    changes: [
      { put: "object" as const, row: sampleObject(2, 4, "current") },
      {
        put: "object" as const,
        row: sampleObject(2, 1, "doomed", { edges: [{ kind: "depends-on", to: 1 }] }),
      },
    ],
  },
];

test("a state answers what planning asks", () => {
  const records = entries.map((entry, index) => ({ ...entry, runId: "r", epoch: 1, sequence: index + 1 }));
  const { snapshot, problems } = replay(emptySnapshot("l"), records);
  expect(problems).toEqual([]);
  const index = indexSnapshot(snapshot);
  expect(index.byUrn.get(snapshot.resources.get(2)!.urn)?.rid).toBe(2);
  expect(index.byGlobalId.get("g")?.rid).toBe(1);
  expect(index.currentOf(2)?.generation).toBe(4);
  expect(index.currentOf(9)).toBeUndefined();
  expect(index.objectsOf(2).map(({ generation }) => generation)).toEqual([1, 4]);
  expect(index.doomed.map(({ rid, generation }) => [rid, generation])).toEqual([[2, 1]]);
  expect(index.dependents(1).map(({ rid, generation }) => [rid, generation])).toEqual([[2, 1]]);
  expect(index.dependents(2)).toEqual([]);
  expect(index.children(1).map(({ rid }) => rid)).toEqual([3]);
  expect([...index.needs(2)]).toEqual([1]);
  expect([...index.needs(3)]).toEqual([1]);
  expect([...index.needs(1)]).toEqual([]);
});
