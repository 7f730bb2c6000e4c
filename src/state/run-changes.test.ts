import { expect, test } from "vitest";
import type { JournalEvent, RowChange, SequencedRecord } from "../model/index.js";
import { runChanges, type RunChange } from "./run-changes.js";

const put = (rid: number, urn: string): RowChange => ({
  put: "resource",
  row: { rid, urn, type: "t", name: urn, kind: "custom", options: {}, origin: [] },
});
const drop = (rid: number): RowChange => ({ drop: "resource", rid });
const intent = (operation: string, action: "create" | "update" | "delete", rid: number, generation = 1) =>
  ({ kind: "intent", operation, action, rid, generation, key: "k", deadline: "d" }) satisfies JournalEvent;
const outcome = (operation: string, result: "ok" | "failed" | "adopted" = "ok"): JournalEvent => ({
  kind: "outcome",
  operation,
  result,
});
const recorded = (what: string): JournalEvent => ({ kind: "recorded", what });

type Entry = readonly [runId: string, event: JournalEvent, ...changes: RowChange[]];

function journal(entries: readonly Entry[]): readonly SequencedRecord[] {
  return entries.map(([runId, event, ...changes], index) => ({
    runId,
    event,
    changes,
    sequence: index + 1,
    epoch: 1,
  }));
}

const made: readonly Entry[] = [
  ["r1", intent("o1", "create", 1), put(1, "a")],
  ["r1", outcome("o1")],
];

test.each<[what: string, entries: readonly Entry[], changes: readonly RunChange[]]>([
  ["nothing", made, []],
  [
    "what is deleted is called as it was made",
    [...made, ["r2", intent("o2", "delete", 1)], ["r2", outcome("o2"), drop(1)]],
    [{ urn: "a", action: "delete", result: "ok" }],
  ],
  [
    "what goes and comes for one resource is a replacement",
    [
      ...made,
      ["r2", intent("o2", "create", 1, 2)],
      ["r2", outcome("o2")],
      ["r2", intent("o3", "delete", 1)],
      ["r2", outcome("o3")],
    ],
    [{ urn: "a", action: "replace", result: "ok" }],
  ],
  [
    "what failed, and what it did not live to see",
    [
      ...made,
      ["r2", intent("o2", "update", 1)],
      ["r2", outcome("o2", "failed")],
      ["r2", intent("o3", "delete", 1)],
    ],
    [
      { urn: "a", action: "update", result: "failed" },
      { urn: "a", action: "delete", result: "open" },
    ],
  ],
  [
    "what an earlier run began and this one settled",
    [
      ["r1", intent("o1", "create", 1), put(1, "a")],
      ["r2", outcome("o1", "adopted")],
    ],
    [{ urn: "a", action: "create", result: "adopted" }],
  ],
  [
    "changes to state alone, with the former name",
    [...made, ["r2", recorded("renamed"), put(1, "b")], ["r2", recorded("forgotten"), drop(1)]],
    [
      { urn: "b", action: "renamed", from: "a" },
      { urn: "b", action: "forgotten" },
    ],
  ],
  ["what is of no resource", [...made, ["r2", recorded("outputs"), { put: "outputs", outputs: {} }]], []],
  [
    "what was made by records that are gone, by the next one that names it",
    [
      ["r2", intent("o2", "update", 1)],
      ["r2", outcome("o2")],
      ["r2", recorded("renamed"), { ...put(1, "b"), was: "a" }],
      ["r2", intent("o3", "delete", 2)],
      ["r2", outcome("o3"), { drop: "resource", rid: 2, was: "c" }],
    ],
    [
      { urn: "a", action: "update", result: "ok" },
      { urn: "b", action: "renamed", from: "a" },
      { urn: "c", action: "delete", result: "ok" },
    ],
  ],
  [
    "what was made by records that are gone and is there, by state",
    [["r2", intent("o2", "update", 7)]],
    [{ urn: "seven", action: "update", result: "open" }],
  ],
  [
    "what nothing names any more, by its number",
    [["r2", intent("o2", "delete", 9)]],
    [{ urn: "resource 9", action: "delete", result: "open" }],
  ],
])("%s", (_, entries, changes) => {
  const { row } = put(7, "seven") as Extract<RowChange, { put: "resource" }>;
  const state = { resources: new Map([[7, row]]) };
  expect(runChanges(journal(entries), new Set(["r2"]), state).get("r2")).toEqual(changes);
});
