import type {
  Json,
  JournalEvent,
  RowChange,
  SequencedRecord,
  Value,
  ValueObject,
} from "../../model/index.js";
import { sealedColumns, tables } from "../raw/index.js";
import type { RawChange, RawRecord, RawRow, StateTable } from "../raw/index.js";
import { canonicalJson, type Sealer } from "../seal/index.js";
import { bodyColumns, type ColumnReader } from "./column-reader.js";
import {
  decodeMoves,
  decodeObject,
  decodeOutputs,
  decodeResource,
  decodeSeen,
  placeOfIntent,
  withOpenBytes,
  withSealedBytes,
  type Columns,
} from "./row-codec.js";
import { JSON, quoted } from "../../std/plain-json.js";

/**
 * Returns the body of a journal record as one JSON document. To keep the journal small, the body omits data that is in
 * the columns of the record, event data that is in its rows, and row members with default values.
 */
export function bodyText(
  { event, changes }: Pick<SequencedRecord, "event" | "changes">,
  encoded: readonly RawChange[],
  was: readonly (string | undefined)[],
  sealer: Sealer,
): string {
  const place = placeOfIntent(event.kind === "intent" ? event : { rid: 0, generation: 0 });
  const said = sealer.seal(saidBeside(event, changes), place);
  return `{"changes":[${encoded.map((change, index) => changeText(change, was[index])).join(",")}],"event":${said}}`;
}

/** Restores the event and changes of a record from its columns and body. */
export function bodyOf(record: RawRecord, sealer: Sealer): Pick<SequencedRecord, "event" | "changes"> {
  const body = JSON.parse(record.body) as { event: Json; changes: readonly ChangeText[] };
  const { rid, gen: generation, op_id: operation } = record;
  const read = bodyColumns(sealer);
  const changes = body.changes.map((change) => decodeChange(change, read));
  const kind = record.kind === "uncertain" ? "outcome" : record.kind;
  const isIntent = kind === "intent";
  const place = placeOfIntent(isIntent ? { rid: rid!, generation: generation! } : { rid: 0, generation: 0 });
  const said = withOpenBytes(sealer.open(body.event, place) as ValueObject);
  const { inputs = null, ...event } = {
    kind,
    ...(operation !== null && { operation }),
    ...(isIntent && { rid, generation, inputs: inputsIn(changes, { rid, generation }) }),
    ...said,
  };
  const whole = inputs === null ? event : { ...event, inputs };
  return { event: whole as unknown as JournalEvent, changes };
}

/** An intent whose inputs equal those of its row omits them; an intent without inputs says so explicitly. */
function saidBeside(event: JournalEvent, changes: readonly RowChange[]): Value {
  if (event.kind !== "intent") {
    const { kind: _, operation: __, ...said } = event as JournalEvent & { readonly operation?: string };
    return said as Value;
  }
  const { kind: _, operation: __, rid: ___, generation: ____, inputs = null, ...said } = event;
  const inRow = inputsIn(changes, event) ?? null;
  return withSealedBytes(inputs === inRow ? said : { ...said, inputs });
}

function inputsIn(
  changes: readonly RowChange[],
  { rid, generation }: { readonly rid: number | null; readonly generation: number | null },
) {
  for (const change of changes) {
    if (!("put" in change) || change.put !== "object") continue;
    if (change.row.rid === rid && change.row.generation === generation) return change.row.stored.inputs;
  }
  return undefined;
}

type RowInBody = { readonly [column: string]: Json };

type ChangeText =
  | { readonly put: "resource" | "object" | "output"; readonly row: RowInBody; readonly was?: string }
  | { readonly drop: "resource" | "object"; readonly key: readonly number[]; readonly was?: string };

function changeText(change: RawChange, was: string | undefined): string {
  const before = was === undefined ? "" : `,"was":${JSON.stringify(was)}`;
  if ("drop" in change) return `{"drop":"${change.table}","key":${canonicalJson(change.drop)}${before}}`;
  return `{"put":"${change.table}","row":${rowText(change.table, change.put)}${before}}`;
}

/** JSON columns are embedded as JSON, so that a body reads as one document. */
function rowText(table: StateTable, row: RawRow): string {
  let text = "";
  for (const { name, type } of tables[table].columns) {
    const column = row[name] ?? null;
    if (column === null || column === usual[table][name] || name === "seq" || name === "mac") continue;
    if (name === "baseline" && column === row["outputs"]) continue;
    const written =
      type === "json" ? column : typeof column === "string" ? quoted(column) : JSON.stringify(column);
    text += `${text === "" ? "{" : ","}"${name}":${written}`;
  }
  return `${text}}`;
}

function decodeChange(change: ChangeText, read: ColumnReader): RowChange {
  const was = change.was === undefined ? {} : { was: change.was };
  if ("drop" in change) {
    const [rid, generation] = change.key as [number, number];
    return change.drop === "resource"
      ? { drop: "resource", rid, ...was }
      : { drop: "object", rid, generation };
  }
  const { put } = change;
  const columns = columnsOf(put, { ...usualJson[put], ...change.row });
  if (put === "output") return ofStack(change.row["scope"], columns, read);
  return put === "resource"
    ? { put, row: decodeResource(columns, read), ...was }
    : { put, row: decodeObject(columns, read) };
}

function ofStack(scope: Json | undefined, columns: Columns, read: ColumnReader): RowChange {
  if (scope === "moves") return { put: "moves", applied: decodeMoves(columns, read) };
  if (scope === "seen") return { put: "seen", seen: decodeSeen(columns, read) };
  return { put: "outputs", outputs: decodeOutputs(columns, read) };
}

function columnsOf(table: StateTable, row: RowInBody): Columns {
  const whole: RowInBody = table === "object" ? { baseline: row["outputs"]!, ...row } : row;
  const { first, added } = sealedColumns[table];
  return [table, ...[...first, ...added].map((name) => whole[name] ?? null)];
}

/** The default values of row members. */
const usual: Record<StateTable, RawRow> = {
  resource: { kind: "custom", options: "{}", origin: "[]" },
  object: { status: "current", schema_version: 1, outputs: "{}", edges: "[]" },
  intent: {},
  output: {},
};

const usualJson: Partial<Record<StateTable, RowInBody>> = {
  resource: { kind: "custom", options: {}, origin: [] },
  object: { status: "current", schema_version: 1, outputs: {}, edges: [] },
};
