import type { RawColumn, RawRow } from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Each row comes as the bytes of one JSON object: a text in a damaged file need not be one, and a driver that makes
 * strings of such texts itself may end the process over them. What has more bytes than `longest` is not even fetched.
 */
export function rowQuery(columns: readonly string[], from: string, longest: number): string {
  const row = `cast(json_object(${columns.map((name) => `'${name}', ${name}`).join(", ")}) as blob)`;
  return `select case when ${octets(columns)} <= ${longest} then ${row} end as row ${from}`;
}

export function readRows(
  database: SqliteDatabase,
  query: string,
  parameters: readonly RawColumn[] = [],
): readonly RawRow[] {
  return database.all(query, parameters).map(({ row }) => {
    if (row == null) throw tooLong();
    return JSON.parse(textOf(row)) as RawRow;
  });
}

/** How many bytes the columns of a row have together. */
export function octets(columns: readonly string[]): string {
  return columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Of bytes, which the drivers give in a column as they are. */
export function textOf(bytes: RawColumn): string {
  try {
    return decoder.decode(bytes as unknown as Uint8Array);
  } catch {
    throw new Error("a text in it is malformed");
  }
}

export function tooLong(): Error {
  return new Error("it is malformed: a row has more in it than Coconut writes");
}
