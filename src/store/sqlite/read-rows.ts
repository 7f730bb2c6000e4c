import type { RawColumn, RawRow } from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Selects each row as the bytes of one JSON object. Text in a damaged file may be invalid, and a driver that converts
 * such text itself may crash the process. Rows with more than `longest` bytes are not fetched.
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

/** Returns the SQL for the total number of bytes in the columns of a row. */
export function octets(columns: readonly string[]): string {
  return columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes bytes from a column. */
export function textOf(bytes: RawColumn): string {
  try {
    return decoder.decode(bytes as unknown as Uint8Array);
  } catch {
    throw new Error("it is corrupted: a text is not valid UTF-8");
  }
}

export function tooLong(): Error {
  return new Error("it is corrupted: a row is larger than Coconut writes");
}
