import { keyOf, longestRow, rowOf, sealedColumns, tables } from "../raw/index.js";
import type { RawColumn, StateTable, TakeRow } from "../raw/index.js";
import { octets, textOf, tooLong } from "./read-rows.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Reads all rows of a table, ordered by key. Rows are fetched in pages: one blob with two lines per row, because
 * fetching a row by itself costs more than processing it. For a long row the page contains an empty line and its key,
 * and the row is fetched by itself. `isCurrent`: the table has the columns of format 3.
 */
export function takePages(
  database: SqliteDatabase,
  table: StateTable,
  isCurrent: boolean,
  take: TakeRow,
): void {
  let after: readonly RawColumn[] = [];
  for (;;) {
    const [found] = database.all(pageQuery(table, isCurrent, after), after);
    if (found?.["page"] == null) return;
    const lines = textOf(found["page"]).split("\n");
    for (let line = 0; line < lines.length; line += 2) {
      if (lines[line] !== "") take(table, lines[line]!, lines[line + 1]!);
      else takeLong(database, table, isCurrent, JSON.parse(lines[line + 1]!) as RawColumn[], take);
    }
    if (lines.length < pageRows * 2) return;
    const last = lastKey(table, lines);
    // A number with more digits than Coconut writes does not compare reliably.
    if (String(last) === String(after)) throw new Error("it is corrupted: its rows have no end");
    after = last;
  }
}

const pageRows = 1024;
const usualBytes = 8192;

function takeLong(
  database: SqliteDatabase,
  table: StateTable,
  isCurrent: boolean,
  key: readonly RawColumn[],
  take: TakeRow,
): void {
  for (const { row } of database.all(longQuery(table, isCurrent), key)) {
    if (row == null) throw tooLong();
    const [text, mac] = textOf(row).split("\n");
    take(table, text!, mac!);
  }
}

function lastKey(table: StateTable, lines: readonly string[]): readonly RawColumn[] {
  const [text, mac] = lines.slice(-2) as [string, string];
  return text === "" ? (JSON.parse(mac) as RawColumn[]) : keyOf(table, rowOf(table, text, mac));
}

/** Selects the rows after a key, or the first rows if there is no key. */
function pageQuery(table: StateTable, isCurrent: boolean, after: readonly RawColumn[]): string {
  const key = tables[table].key.join(", ");
  const behind = after.length === 0 ? "" : `where (${key}) > (${after.map(() => "?").join(", ")})`;
  const row = `case when ${bytesOf(table, isCurrent)} <= ${usualBytes} then ${linesOf(table, isCurrent)}
    else char(10) || json_array(${key}) end`;
  return `select cast(group_concat(row, char(10)) as blob) as page
    from (select ${row} as row from "${table}" ${behind} order by ${key} limit ${pageRows})`;
}

function longQuery(table: StateTable, isCurrent: boolean): string {
  const isIt = tables[table].key.map((name) => `${name} = ?`).join(" and ");
  return `select case when ${bytesOf(table, isCurrent)} <= ${longestRow} then cast(${linesOf(table, isCurrent)} as blob) end as row
    from "${table}" where ${isIt}`;
}

function linesOf(table: StateTable, isCurrent: boolean): string {
  const { first, added } = sealedColumns[table];
  const short = `json_array('${table}', ${first.join(", ")})`;
  const whole = `json_array('${table}', ${[...first, ...added].join(", ")})`;
  const isShort = added.map((name) => `${name} is null`).join(" and ");
  const list = isCurrent ? `case when ${isShort} then ${short} else ${whole} end` : short;
  return `${list} || char(10) || mac`;
}

function bytesOf(table: StateTable, isCurrent: boolean): string {
  const { first, added } = sealedColumns[table];
  return octets(isCurrent ? [...first, ...added, "mac"] : [...first, "mac"]);
}
