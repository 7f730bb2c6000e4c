import type {
  Edge,
  Json,
  ObjectRow,
  OpenIntent,
  PackageRecord,
  ResourceId,
  RecordedOptions,
  RecordedOrigin,
  ResourceRow,
  Scope,
  Seen,
  SourcePosition,
  Stored,
  Value,
  ValueObject,
} from "../../model/index.js";
import { secretOf, stripSecrets } from "../../model/index.js";
import type { Mutable } from "../../std/mutable.js";
import { places } from "../raw/index.js";
import type { RawRow, StateTable } from "../raw/index.js";
import { canonicalJson, type Place, type Sealer } from "../seal/index.js";
import type { ColumnReader } from "./column-reader.js";
import { JSON, quoted } from "../../std/plain-json.js";

/** A row as the list that `rowText` serializes. JSON columns are text, or JSON in a record: the reader knows which. */
export type Columns = readonly Json[];

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

export function decodeResource(row: Columns, read: ColumnReader): ResourceRow {
  const at = places.resource;
  const rid = row[at.rid] as ResourceId;
  const decoded: Mutable<ResourceRow> = {
    rid,
    urn: row[at.urn] as string,
    type: read.word(row[at.type]!),
    name: row[at.name] as string,
    kind: row[at.kind] as ResourceRow["kind"],
    options: read.value(row[at.options]!, placeOfOptions(rid)) as RecordedOptions,
    origin: read.alike(row[at.origin]!) as unknown as readonly RecordedOrigin[],
  };
  const gid = row[at.gid];
  const parent = row[at.parent_rid];
  const scope = row[at.scope];
  const source = row[at.source];
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
    create_key: row.createKey ?? null,
    seen_at: row.seenAt ?? null,
    observed: row.observed === undefined ? null : seal("observed", row.observed),
  };
}

export function decodeObject(row: Columns, read: ColumnReader): ObjectRow {
  const at = places.object;
  const rid = row[at.rid] as ResourceId;
  const generation = row[at.gen] as number;
  const value = (kind: "inputs" | "outputs" | "baseline" | "opaque" | "observed") =>
    read.value(row[at[kind]]!, { rid, generation, kind }) as ValueObject;
  const stored: Mutable<Stored> = {
    type: read.word(row[at.type]!),
    schemaVersion: row[at.schema_version] as number,
    inputs: value("inputs"),
    outputs: value("outputs"),
  };
  const id = row[at.id];
  const unfinished = row[at.unfinished];
  const tainted = row[at.tainted];
  if (isGiven(id)) stored.id = read.json(id) as string;
  if (isGiven(row[at.opaque])) stored.opaque = stripSecrets(value("opaque")) as unknown as string;
  if (isGiven(unfinished)) stored.unfinished = read.json(unfinished) as readonly string[];
  if (isGiven(tainted)) stored.tainted = tainted === 1;
  const decoded: Mutable<ObjectRow> = {
    rid,
    generation,
    status: row[at.status] as ObjectRow["status"],
    stored,
    // If two columns have the same text, nothing in it is encrypted.
    baseline: row[at.baseline] === row[at.outputs] ? stored.outputs : value("baseline"),
    edges: read.json(row[at.edges]!) as unknown as readonly Edge[],
  };
  const provider = row[at.provider_rid];
  const by = row[at.package];
  const created = row[at.created];
  const modified = row[at.modified];
  if (isGiven(provider)) decoded.provider = provider as ResourceId;
  if (isGiven(by)) decoded.package = read.alike(by) as unknown as PackageRecord;
  if (isGiven(created)) decoded.createdAt = created as string;
  if (isGiven(modified)) decoded.modifiedAt = modified as string;
  const key = row[at.create_key];
  const seen = row[at.seen_at];
  if (isGiven(key)) decoded.createKey = key as string;
  if (isGiven(seen)) decoded.seenAt = seen as string;
  if (isGiven(row[at.observed])) decoded.observed = value("observed");
  return decoded;
}

export function encodeIntent(intent: OpenIntent, sealer: Sealer, sequence: number): RawRow {
  const body = sealer.seal(withSealedBytes(intent as unknown as ValueObject), placeOfIntent(intent));
  return { op_id: intent.operation, body, seq: sequence };
}

export function decodeIntent(row: Columns, read: ColumnReader): OpenIntent {
  const body = row[places.intent.body]!;
  const place = placeOfIntent(read.json(body) as unknown as OpenIntent);
  return withOpenBytes(read.value(body, place) as ValueObject) as unknown as OpenIntent;
}

/** Bytes that belong to a provider are always encrypted. */
export function withSealedBytes(said: ValueObject): ValueObject {
  return said["opaque"] === undefined ? said : { ...said, opaque: secretOf(said["opaque"]) };
}

export function withOpenBytes(said: ValueObject): ValueObject {
  return said["opaque"] === undefined ? said : { ...said, opaque: stripSecrets(said["opaque"]) };
}

export function placeOfIntent({ rid, generation }: { rid: number; generation: number }): Place {
  return { rid, generation, kind: "intent" };
}

const ofStack: Place = { rid: 0, generation: 0, kind: "stack-outputs" };

export function encodeOutputs(outputs: ValueObject, sealer: Sealer, sequence: number): RawRow {
  return { scope: "stack", body: sealer.seal(outputs, ofStack), seq: sequence };
}

export function decodeOutputs(row: Columns, read: ColumnReader): ValueObject {
  return read.value(row[places.output.body]!, ofStack) as ValueObject;
}

/** Stored next to the outputs: other data of the stack as a whole. */
export function encodeMoves(applied: readonly string[], sequence: number): RawRow {
  return { scope: "moves", body: canonicalJson(applied), seq: sequence };
}

export function decodeMoves(row: Columns, read: ColumnReader): readonly string[] {
  return read.json(row[places.output.body]!) as readonly string[];
}

export function encodeSeen(seen: readonly Seen[], sequence: number): RawRow {
  return { scope: "seen", body: canonicalJson(seen as unknown as Json), seq: sequence };
}

export function decodeSeen(row: Columns, read: ColumnReader): readonly Seen[] {
  return read.json(row[places.output.body]!) as unknown as readonly Seen[];
}

/** Re-encrypts the secrets of every column with the latest key. The content of the row does not change. */
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
      const kinds = ["inputs", "outputs", "baseline", "opaque", "observed"] as const;
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

/** For data of Coconut that contains no user values. */
function plain(data: object | string | undefined): string | null {
  if (data === undefined) return null;
  if (typeof data === "string") return quoted(data);
  const known = plainTexts.get(data);
  if (known !== undefined) return known;
  const text = canonicalJson(data as Json);
  plainTexts.set(data, text);
  return text;
}

/** Many rows have the same package, and rows of one step have the same edges. */
const plainTexts = new WeakMap<object, string>();

/** Absent properties are null in a row. */
function isGiven(column: Json | undefined): column is Exclude<Json, null> {
  return column !== null && column !== undefined;
}
