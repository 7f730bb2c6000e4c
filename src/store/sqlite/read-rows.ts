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
 * strings of such texts itself may end the process over them.
 */
export function rowQuery(columns: readonly string[], from: string): RowQuery {
  return { columns, sql: `select cast(json_array(${columns.join(", ")}) as blob) as row ${from}` };
}

export function readRows(
  database: SqliteDatabase,
  { sql, columns }: RowQuery,
  parameters: readonly RawColumn[] = [],
): readonly RawRow[] {
  return database.all(sql, parameters).map(({ row }) => {
    const bytes = Buffer.from(row as unknown as Uint8Array);
    if (!isUtf8(bytes)) throw new Error("a text in it is malformed");
    const values = JSON.parse(bytes.toString()) as RawColumn[];
    return Object.fromEntries(columns.map((name, index) => [name, values[index]!]));
  });
}
