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
  Value,
  ValueObject,
} from "../../model/index.js";
import { DiagnosticError, secretOf, stripSecrets } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { longestRow, tables } from "../raw/index.js";
import type { RawRow, StateTable } from "../raw/index.js";
import { canonicalJson, type Place, type Sealer } from "../seal/index.js";

/** A row whose JSON columns have been parsed. */
export type ParsedRow = { readonly [column: string]: Json };

export function parseRow(table: keyof typeof tables, row: RawRow): ParsedRow {
  return Object.fromEntries(
    tables[table].columns.map(({ name, type }) => {
      const column = row[name] ?? null;
      return [name, type === "json" && column !== null ? (JSON.parse(String(column)) as Json) : column];
    }),
  );
}

export function encodeResource(row: ResourceRow, sealer: Sealer, sequence: number): RawRow {
  return wellFormed({
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
  });
}

export function decodeResource(row: ParsedRow, sealer: Sealer): ResourceRow {
  const rid = row["rid"] as number;
  return {
    rid,
    urn: row["urn"] as string,
    ...given("globalId", row["gid"] as string | null),
    type: row["type"] as string,
    name: row["name"] as string,
    kind: row["kind"] as ResourceRow["kind"],
    ...given("parent", row["parent_rid"] as number | null),
    ...given("scope", row["scope"] as Scope | null),
    options: sealer.open(row["options"]!, placeOfOptions(rid)) as RecordedOptions,
    origin: row["origin"] as unknown as readonly RecordedOrigin[],
    ...given("position", row["source"] as SourcePosition | null),
  };
}

export function encodeObject(row: ObjectRow, sealer: Sealer, sequence: number): RawRow {
  const { rid, generation, stored } = row;
  const seal = (kind: Place["kind"], value: Value) => sealer.seal(value, { rid, generation, kind });
  return wellFormed({
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
  });
}

export function decodeObject(row: ParsedRow, sealer: Sealer): ObjectRow {
  const rid = row["rid"] as number;
  const generation = row["gen"] as number;
  const open = (kind: Place["kind"], json: Json) => sealer.open(json, { rid, generation, kind });
  return {
    rid,
    generation,
    status: row["status"] as ObjectRow["status"],
    stored: {
      type: row["type"] as string,
      schemaVersion: row["schema_version"] as number,
      ...given("id", row["id"] as string | null),
      inputs: open("inputs", row["inputs"]!) as ValueObject,
      outputs: open("outputs", row["outputs"]!) as ValueObject,
      ...(row["opaque"] != null && { opaque: stripSecrets(open("opaque", row["opaque"])) as string }),
      ...given("unfinished", row["unfinished"] as readonly string[] | null),
      ...given("tainted", row["tainted"] === null ? null : row["tainted"] === 1),
    },
    baseline: open("baseline", row["baseline"]!) as ValueObject,
    ...given("provider", row["provider_rid"] as number | null),
    ...given("package", row["package"] as PackageRecord | null),
    edges: row["edges"] as unknown as readonly Edge[],
    ...given("createdAt", row["created"] as string | null),
    ...given("modifiedAt", row["modified"] as string | null),
  };
}

export function encodeIntent(intent: OpenIntent, sealer: Sealer, sequence: number): RawRow {
  const body = sealer.seal(intent as unknown as Value, placeOfIntent(intent));
  return wellFormed({ op_id: intent.operation, body, seq: sequence });
}

export function decodeIntent(row: ParsedRow, sealer: Sealer): OpenIntent {
  const body = row["body"] as unknown as OpenIntent;
  return sealer.open(row["body"]!, placeOfIntent(body)) as unknown as OpenIntent;
}

export function placeOfIntent({ rid, generation }: { rid: number; generation: number }): Place {
  return { rid, generation, kind: "intent" };
}

const ofStack: Place = { rid: 0, generation: 0, kind: "stack-outputs" };

export function encodeOutputs(outputs: ValueObject, sealer: Sealer, sequence: number): RawRow {
  return { scope: "stack", body: sealer.seal(outputs, ofStack), seq: sequence };
}

export function decodeOutputs(row: ParsedRow, sealer: Sealer): ValueObject {
  return sealer.open(row["body"]!, ofStack) as ValueObject;
}

/** Beside the outputs: the other thing that is of the stack as a whole. */
export function encodeMoves(applied: readonly string[], sequence: number): RawRow {
  return { scope: "moves", body: canonicalJson(applied), seq: sequence };
}

export function decodeMoves(row: ParsedRow): readonly string[] {
  return row["body"] as readonly string[];
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
  return data === undefined ? null : canonicalJson(data as Json);
}

/** Absent properties are null in a row. */
function given<Key extends string, Item>(key: Key, item: Item | null | undefined): { [K in Key]?: Item } {
  return (item === null || item === undefined ? {} : { [key]: item }) as { [K in Key]?: Item };
}

/** SQLite would give back something else for these, and the row would no longer match its seal. */
const unkeepable = /[\p{Surrogate}\0]/u;

/** What the world or a user may spell freely is kept as JSON, which can say anything; the rest has to be clean. */
export function wellFormed(row: RawRow): RawRow {
  const broken = Object.entries(row).find(([, text]) => typeof text === "string" && unkeepable.test(text));
  if (broken !== undefined)
    throw refused(
      `The text in "${broken[0]}" has a null character or half of a surrogate pair, which no store can keep.`,
      "Correct it where it is made: names and types come from the program, commands from whoever began the run.",
    );
  const length = Object.values(row).reduce<number>((sum, text) => sum + String(text).length, 0);
  // A character has at most three bytes; few rows come near the limit.
  if (length * 3 <= longestRow || bytesOf(row) <= longestRow) return row;
  throw refused(
    `What is to be kept of one resource has more than ${longestRow} bytes.`,
    "Keep what is large in a file or an asset, and its place or its hash in the resource.",
  );
}

function bytesOf(row: RawRow): number {
  return Object.values(row).reduce<number>((sum, text) => sum + Buffer.byteLength(String(text)), 0);
}

function refused(detail: string, hint: string): DiagnosticError {
  return new DiagnosticError(problem("store/refused-record", { detail, hint }));
}
