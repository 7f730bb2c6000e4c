import { expect, test } from "vitest";
import { secretOf } from "../../model/index.js";
import type { JournalEvent, RowChange } from "../../model/index.js";
import type { RawChange } from "../raw/index.js";
import { creation, sampleIntent, sampleObject, sampleResource } from "../conformance/index.js";
import { dataKey } from "../seal/data-key.js";
import { Sealer } from "../seal/index.js";
import { decodeRecord, encodeRecord } from "./record-codec.js";

const sealer = new Sealer("lineage", [dataKey("k1", Buffer.alloc(32, 1))]);

interface Entry {
  readonly event: JournalEvent;
  readonly changes: readonly RowChange[];
}

const ledger = { openIntent: () => sampleIntent("create", 1, 1), urnOf: () => undefined };

function encoded(entry: Entry) {
  const record = { sequence: 7, epoch: 2, runId: "r-2", ...entry };
  return { ...encodeRecord(record, sealer, ledger).record, hash: "" };
}

const inputs = { size: 12345, password: secretOf("x") };
const outputs = { address: "addr-12345" };
const [intent, outcome] = creation(1, { inputs, outputs });
const usual = sampleObject(1, 1, "current");
const recorded = (...changes: RowChange[]): Entry => ({ event: { kind: "recorded", what: "x" }, changes });

const entries: Record<string, Entry> = {
  "the intent of a create": intent,
  "an intent whose inputs are not those of its row": {
    event: sampleIntent("create", 1, 1, { size: 1 }),
    changes: intent.changes,
  },
  "an intent without inputs, though its row has some": {
    event: sampleIntent("create", 1, 1),
    changes: intent.changes,
  },
  "an intent about a row that is there": { event: sampleIntent("update", 1, 1, inputs), changes: [] },
  "the intent of a delete": { event: sampleIntent("delete", 1, 1), changes: [] },
  "an outcome": outcome,
  "an outcome that is uncertain": {
    event: { kind: "outcome", operation: "create 1.1", result: "uncertain" },
    changes: [],
  },
  "an id": { event: { kind: "identified", operation: "create 1.1", id: "i-1" }, changes: [] },
  "the begin of a run": { event: { kind: "run-begin", command: "apply", actor: "ana" }, changes: [] },
  "the end of a run": {
    event: { kind: "run-end", result: "succeeded", summary: { create: 1 } },
    changes: [],
  },
  "rows that say what is usual": recorded(
    { put: "resource", row: sampleResource(1) },
    { put: "object", row: usual },
  ),
  "an object that a plugin manages": recorded({
    put: "object",
    row: {
      ...usual,
      package: {
        name: "plug",
        version: "2.0.0",
        module: "test-plugin:registry.test/acme/plug",
        plugin: {
          kind: "test-plugin",
          source: "registry.test/acme/plug",
          version: "1.4.0",
          checksums: ["h1:a", "h1:b"],
          parameterization: "eyJhIjoxfQ==",
        },
      },
    },
  }),
  "rows that say something else": recorded(
    {
      put: "resource",
      row: sampleResource(1, { kind: "external", options: { protect: true }, origin: [{ waitsFor: [2] }] }),
    },
    {
      put: "object",
      row: sampleObject(1, 2, "doomed", {
        outputs,
        baseline: {},
        edges: [{ kind: "input", to: 2, field: "a" }],
      }),
    },
    { put: "object", row: { ...usual, stored: { ...usual.stored, schemaVersion: 3 } } },
  ),
  "what leaves, outputs and moves": recorded(
    { drop: "object", rid: 1, generation: 1 },
    { drop: "resource", rid: 1 },
    { put: "outputs", outputs: inputs },
    { put: "moves", applied: ["m-1"] },
  ),
};

test.each(Object.entries(entries))("%s is read as it was written", (_, entry) => {
  expect(decodeRecord(encoded(entry), sealer)).toEqual({ sequence: 7, epoch: 2, runId: "r-2", ...entry });
});

test("nothing is said twice", () => {
  const count = (text: string, part: string) => text.split(part).length - 1;
  expect(count(encoded(intent).body, "12345")).toBe(1);
  expect(count(encoded(outcome).body, "addr-12345")).toBe(1);
  expect(encoded(intent).body).not.toContain('"operation"');
});

test("a body that repeats what its columns say is read too", () => {
  const { body, ...columns } = encoded(intent);
  const parsed = JSON.parse(body) as { event: object; changes: object[] };
  const open = encodeRecord({ sequence: 7, epoch: 2, runId: "r-2", ...intent }, sealer, ledger);
  const { put } = open.changes.at(-1) as Extract<RawChange, { put: unknown }>;
  const full = JSON.stringify({ ...parsed, event: JSON.parse(String(put["body"])) as object });
  expect(decodeRecord({ ...columns, body: full }, sealer)).toEqual(
    decodeRecord({ ...columns, body }, sealer),
  );
});
