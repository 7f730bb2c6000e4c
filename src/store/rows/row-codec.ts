import type {
  Edge,
  Json,
  ObjectRow,
  OpenIntent,
  PackageRecord,
  RecordedOptions,
  RecordedOrigin,
  ResourceRow,
  Scope,
  SourcePosition,
  Stored,
  Value,
  ValueObject,
} from "../../model/index.js";
import { secretOf, stripSecrets } from "../../model/index.js";
import type { RawRow, StateTable } from "../raw/index.js";
import { canonicalJson, type Place, type Sealer } from "../seal/index.js";
import type { ColumnReader } from "./column-reader.js";

/** A row as it is kept, or as it stands in a record: which of them it is, its reader knows. */
export type KeptRow = { readonly [column: string]: Json };

export function encodeResource(row: ResourceRow, sealer: Sealer, sequence: number): RawRow {
  return {
    rid: row.rid,
    urn: row.urn,
    gid: plain(row.globalId),
    type: row.type,
    name: row.name,
    kind: row.kind,
    parent_rid: row.parent ?? null,
    scope: plain(row.scope),
    options: sealer.seal(row.options as Value, placeOfOptions(row.rid)),
    origin: plain(row.origin),
    source: plain(row.position),
    seq: sequence,
  };
}

export function decodeResource(row: KeptRow, read: ColumnReader): ResourceRow {
  const { gid, parent_rid: parent, scope, source } = row;
  const rid = row["rid"] as number;
  const decoded: Draft<ResourceRow> = {
    rid,
    urn: row["urn"] as string,
    type: read.word(row["type"]!),
    name: row["name"] as string,
    kind: row["kind"] as ResourceRow["kind"],
    options: read.value(row["options"]!, placeOfOptions(rid)) as RecordedOptions,
    origin: read.alike(row["origin"]!) as unknown as readonly RecordedOrigin[],
  };
  if (isGiven(gid)) decoded.globalId = read.json(gid) as string;
  if (isGiven(parent)) decoded.parent = parent as number;
  if (isGiven(scope)) decoded.scope = read.json(scope) as unknown as Scope;
  if (isGiven(source)) decoded.position = read.alike(source) as unknown as SourcePosition;
  return decoded;
}

export function encodeObject(row: ObjectRow, sealer: Sealer, sequence: number): RawRow {
  const { rid, generation, stored } = row;
  const seal = (kind: Place["kind"], value: Value) => sealer.seal(value, { rid, generation, kind });
  return {
    rid,
    gen: generation,
    status: row.status,
    type: stored.type,
    schema_version: stored.schemaVersion,
    id: plain(stored.id),
    provider_rid: row.provider ?? null,
    package: plain(row.package),
    inputs: seal("inputs", stored.inputs),
    outputs: seal("outputs", stored.outputs),
    baseline: seal("baseline", row.baseline),
    opaque: stored.opaque === undefined ? null : seal("opaque", secretOf(stored.opaque)),
    edges: plain(row.edges),
    unfinished: plain(stored.unfinished),
    tainted: stored.tainted === undefined ? null : Number(stored.tainted),
    created: row.createdAt ?? null,
    modified: row.modifiedAt ?? null,
    seq: sequence,
  };
}

export function decodeObject(row: KeptRow, read: ColumnReader): ObjectRow {
  const rid = row["rid"] as number;
  const generation = row["gen"] as number;
  const value = (kind: "inputs" | "outputs" | "baseline" | "opaque") =>
    read.value(row[kind]!, { rid, generation, kind });
  const outputs = value("outputs") as ValueObject;
  const stored: Draft<Stored> = {
    type: read.word(row["type"]!),
    schemaVersion: row["schema_version"] as number,
    inputs: value("inputs") as ValueObject,
    outputs,
  };
  const { id, opaque, unfinished, tainted, provider_rid: provider, created, modified } = row;
  if (isGiven(id)) stored.id = read.json(id) as string;
  if (isGiven(opaque)) stored.opaque = stripSecrets(value("opaque")) as string;
  if (isGiven(unfinished)) stored.unfinished = read.json(unfinished) as readonly string[];
  if (isGiven(tainted)) stored.tainted = tainted === 1;
  const decoded: Draft<ObjectRow> = {
    rid,
    generation,
    status: row["status"] as ObjectRow["status"],
    stored,
    // The same text in two places has nothing sealed in it.
    baseline: row["baseline"] === row["outputs"] ? outputs : (value("baseline") as ValueObject),
    edges: read.json(row["edges"]!) as unknown as readonly Edge[],
  };
  if (isGiven(provider)) decoded.provider = provider as number;
  if (isGiven(row["package"])) decoded.package = read.alike(row["package"]) as unknown as PackageRecord;
  if (isGiven(created)) decoded.createdAt = created as string;
  if (isGiven(modified)) decoded.modifiedAt = modified as string;
  return decoded;
}

export function encodeIntent(intent: OpenIntent, sealer: Sealer, sequence: number): RawRow {
  const body = sealer.seal(intent as unknown as Value, placeOfIntent(intent));
  return { op_id: intent.operation, body, seq: sequence };
}

export function decodeIntent(row: KeptRow, read: ColumnReader): OpenIntent {
  const body = row["body"]!;
  const place = placeOfIntent(read.json(body) as unknown as OpenIntent);
  return read.value(body, place) as unknown as OpenIntent;
}

export function placeOfIntent({ rid, generation }: { rid: number; generation: number }): Place {
  return { rid, generation, kind: "intent" };
}

const ofStack: Place = { rid: 0, generation: 0, kind: "stack-outputs" };

export function encodeOutputs(outputs: ValueObject, sealer: Sealer, sequence: number): RawRow {
  return { scope: "stack", body: sealer.seal(outputs, ofStack), seq: sequence };
}

export function decodeOutputs(row: KeptRow, read: ColumnReader): ValueObject {
  return read.value(row["body"]!, ofStack) as ValueObject;
}

/** Beside the outputs: the other thing that is of the stack as a whole. */
export function encodeMoves(applied: readonly string[], sequence: number): RawRow {
  return { scope: "moves", body: canonicalJson(applied), seq: sequence };
}

export function decodeMoves(row: KeptRow, read: ColumnReader): readonly string[] {
  return read.json(row["body"]!) as readonly string[];
}

/** Each sealed column with its secrets sealed by the last key. What the row says stays the same. */
export function resealRow(table: StateTable, row: RawRow, sealer: Sealer): RawRow {
  const rid = Number(row["rid"]);
  const generation = Number(row["gen"]);
  const reseal = (column: string, place: Place) => {
    const text = row[column];
    return typeof text === "string" ? { [column]: sealer.reseal(text, place) } : {};
  };
  switch (table) {
    case "resource":
      return { ...row, ...reseal("options", placeOfOptions(rid)) };
    case "object": {
      const kinds = ["inputs", "outputs", "baseline", "opaque"] as const;
      const columns = kinds.map((kind) => reseal(kind, { rid, generation, kind }));
      return Object.assign({ ...row }, ...columns) as RawRow;
    }
    case "intent":
      return { ...row, ...reseal("body", placeOfIntent(JSON.parse(String(row["body"])) as OpenIntent)) };
    case "output":
      return { ...row, ...reseal("body", ofStack) };
  }
}

function placeOfOptions(rid: number): Place {
  return { rid, generation: 0, kind: "options" };
}

/** For what is data of Coconut's own and holds no value of a user's. */
function plain(data: object | string | undefined): string | null {
  if (data === undefined) return null;
  if (typeof data === "string") return JSON.stringify(data);
  const text = plainTexts.get(data) ?? canonicalJson(data as Json);
  plainTexts.set(data, text);
  return text;
}

/** The same package is named by many rows, and the same edges by those of a step. */
const plainTexts = new WeakMap<object, string>();

/** Absent properties are null in a row. */
function isGiven(column: Json | undefined): column is Exclude<Json, null> {
  return column !== null && column !== undefined;
}

/** A row that is being put together. */
type Draft<Row> = { -readonly [Property in keyof Row]: Row[Property] };
