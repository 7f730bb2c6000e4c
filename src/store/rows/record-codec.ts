import type {
  Json,
  JournalEvent,
  OpenIntent,
  RowChange,
  SequencedRecord,
  Value,
  ValueObject,
} from "../../model/index.js";
import { tables } from "../raw/index.js";
import type { RawChange, RawRecord, RawRow } from "../raw/index.js";
import { canonicalJson, type Place, type Sealer } from "../seal/index.js";
import {
  decodeMoves,
  decodeObject,
  decodeOutputs,
  decodeResource,
  encodeIntent,
  encodeMoves,
  encodeObject,
  encodeOutputs,
  encodeResource,
  placeOfIntent,
  type ParsedRow,
} from "./row-codec.js";

/** A record as the journal keeps it, and the rows that change by it. `open` is the intent that it refers to. */
export function encodeRecord(
  record: SequencedRecord,
  sealer: Sealer,
  open: OpenIntent | undefined,
): { record: Omit<RawRecord, "hash">; changes: readonly RawChange[] } {
  const { sequence, epoch, runId, event } = record;
  const changes = record.changes.map((change) => encodeChange(change, sealer, sequence));
  const intent = event.kind === "intent" ? event : open;
  const text = sealer.seal(event as unknown as Value, placeOfEvent(event));
  return {
    record: {
      seq: sequence,
      epoch,
      run_id: runId,
      kind: kindOf(event),
      rid: intent?.rid ?? null,
      gen: intent?.generation ?? null,
      op_id: "operation" in event ? event.operation : null,
      body: `{"changes":[${changes.map(changeText).join(",")}],"event":${text}}`,
    },
    changes: [...changes, ...intentChange(event, open, sealer, sequence)],
  };
}

export function decodeRecord(record: RawRecord, sealer: Sealer): SequencedRecord {
  const body = JSON.parse(record.body) as { event: Json; changes: readonly ChangeText[] };
  const event = body.event as unknown as JournalEvent;
  return {
    sequence: record.seq,
    epoch: record.epoch,
    runId: record.run_id,
    event: sealer.open(body.event, placeOfEvent(event)) as unknown as JournalEvent,
    changes: body.changes.map((change) => decodeChange(change, sealer)),
  };
}

/** An operation has one intent and one outcome, which backends may rely on; that it is uncertain can be said often. */
function kindOf(event: JournalEvent): string {
  return event.kind === "outcome" && event.result === "uncertain" ? "uncertain" : event.kind;
}

function placeOfEvent(event: JournalEvent): Place {
  return placeOfIntent(event.kind === "intent" ? event : { rid: 0, generation: 0 });
}

function intentChange(
  event: JournalEvent,
  open: OpenIntent | undefined,
  sealer: Sealer,
  sequence: number,
): RawChange[] {
  const put = (intent: OpenIntent): RawChange[] => [
    { table: "intent", put: encodeIntent(intent, sealer, sequence) },
  ];
  if (event.kind === "intent") return put(event);
  if (event.kind === "identified") return open === undefined ? [] : put({ ...open, identified: event.id });
  if (event.kind !== "outcome" || event.result === "uncertain") return [];
  return [{ table: "intent", drop: [event.operation] }];
}

function encodeChange(change: RowChange, sealer: Sealer, sequence: number): RawChange {
  if ("drop" in change) {
    return change.drop === "resource"
      ? { table: "resource", drop: [change.rid] }
      : { table: "object", drop: [change.rid, change.generation] };
  }
  switch (change.put) {
    case "resource":
      return { table: "resource", put: encodeResource(change.row, sealer, sequence) };
    case "object":
      return { table: "object", put: encodeObject(change.row, sealer, sequence) };
    case "outputs":
      return { table: "output", put: encodeOutputs(change.outputs, sealer, sequence) };
    case "moves":
      return { table: "output", put: encodeMoves(change.applied, sequence) };
  }
}

type ChangeText =
  | { readonly put: "resource" | "object" | "output"; readonly row: ParsedRow }
  | { readonly drop: "resource" | "object"; readonly key: readonly number[] };

function changeText(change: RawChange): string {
  if ("drop" in change) return canonicalJson({ drop: change.table, key: change.drop });
  return `{"put":${JSON.stringify(change.table)},"row":${rowText(change.table, change.put)}}`;
}

/** JSON columns stand in it as JSON, so that a body reads as one document. */
function rowText(table: keyof typeof tables, row: RawRow): string {
  const columns = tables[table].columns.filter(({ name }) => name !== "seq" && name !== "mac");
  const parts = columns.flatMap(({ name, type }) => {
    const column = row[name] ?? null;
    if (column === null) return [];
    return [`${JSON.stringify(name)}:${type === "json" ? column : JSON.stringify(column)}`];
  });
  return `{${parts.join(",")}}`;
}

function decodeChange(change: ChangeText, sealer: Sealer): RowChange {
  if ("drop" in change) {
    const [rid, generation] = change.key as [number, number];
    return change.drop === "resource" ? { drop: "resource", rid } : { drop: "object", rid, generation };
  }
  const table = change.put;
  const row = Object.fromEntries(tables[table].columns.map(({ name }) => [name, change.row[name] ?? null]));
  if (table === "output" && row["scope"] === "moves") return { put: "moves", applied: decodeMoves(row) };
  if (table === "output")
    return { put: "outputs", outputs: decodeOutputs(row, sealer) satisfies ValueObject };
  return table === "resource"
    ? { put: "resource", row: decodeResource(row, sealer) }
    : { put: "object", row: decodeObject(row, sealer) };
}
