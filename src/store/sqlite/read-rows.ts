import { isUtf8 } from "node:buffer";
import type { RawColumn, RawRow } from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";

/** What is to be read of a table. */
export interface RowQuery {
  readonly sql: string;
  readonly columns: readonly string[];
}

/**
 * Each row comes as the bytes of one JSON list: a text in a damaged file need not be one, and a driver that makes
 * strings of such texts itself may end the process over them. What has more bytes than `longest` is not even fetched.
 */
export function rowQuery(columns: readonly string[], from: string, longest: number): RowQuery {
  const bytes = columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
  const row = `cast(json_array(${columns.join(", ")}) as blob)`;
  return { columns, sql: `select case when ${bytes} <= ${longest} then ${row} end as row ${from}` };
}

export function readRows(
  database: SqliteDatabase,
  { sql, columns }: RowQuery,
  parameters: readonly RawColumn[] = [],
): readonly RawRow[] {
  return database.all(sql, parameters).map(({ row }) => {
    if (row === null) throw new Error("it is malformed: a row has more in it than Coconut writes");
    const bytes = Buffer.from(row as unknown as Uint8Array);
    if (!isUtf8(bytes)) throw new Error("a text in it is malformed");
    const values = JSON.parse(bytes.toString()) as RawColumn[];
    return Object.fromEntries(columns.map((name, index) => [name, values[index]!]));
  });
}
