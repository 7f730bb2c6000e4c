import type { RawColumn, RawRow } from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";

/**
 * Each row comes as the bytes of one JSON object: a text in a damaged file need not be one, and a driver that makes
 * strings of such texts itself may end the process over them. What has more bytes than `longest` is not even fetched.
 */
export function rowQuery(columns: readonly string[], from: string, longest: number): string {
  const bytes = columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
  const row = `cast(json_object(${columns.map((name) => `'${name}', ${name}`).join(", ")}) as blob)`;
  return `select case when ${bytes} <= ${longest} then ${row} end as row ${from}`;
}

export function readRows(
  database: SqliteDatabase,
  query: string,
  parameters: readonly RawColumn[] = [],
): readonly RawRow[] {
  return database.all(query, parameters).map(({ row }) => {
    if (row === null) throw new Error("it is malformed: a row has more in it than Coconut writes");
    return JSON.parse(textOf(row as unknown as Uint8Array)) as RawRow;
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error("a text in it is malformed");
  }
}
