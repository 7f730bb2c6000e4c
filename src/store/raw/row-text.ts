import type { RawColumn, RawRow } from "./raw-store.js";
import { perTable, tables, type Table } from "./tables.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Returns the text that the MAC of a row covers, which is also the form in which rows are read: a JSON list of the
 * table name and all columns except `mac`, as `JSON.stringify` writes it. The columns added in format 3 are omitted if
 * all of them are null, which is so in most rows and in all older formats. A backend that builds the text itself must
 * produce exactly the same.
 */
export function rowText(table: keyof typeof tables, row: RawRow): string {
  const list: (RawColumn | undefined)[] = [table];
  const { first, added } = sealedColumns[table];
  for (const name of first) list.push(row[name]);
  if (added.some((name) => row[name] != null)) for (const name of added) list.push(row[name] ?? null);
  return JSON.stringify(list);
}

export function rowOf(table: keyof typeof tables, text: string, mac: string): RawRow {
  const [, ...columns] = JSON.parse(text) as RawColumn[];
  const { first, added } = sealedColumns[table];
  const named = [...first, ...added].map((name, index) => [name, columns[index] ?? null]);
  return { ...Object.fromEntries(named), mac };
}

/** The columns of every format, and those added in format 3. */
export const sealedColumns = perTable((table) => {
  const columns = (tables[table] as Table).columns.filter(({ name }) => name !== "mac");
  const names = (isAdded: boolean) =>
    columns.filter((column) => (column.isAdded ?? false) === isAdded).map(({ name }) => name);
  return { first: names(false), added: names(true) };
});

/** The index of each column in the list of a row. */
export const places = perTable((table) => {
  const { first, added } = sealedColumns[table];
  return Object.fromEntries([...first, ...added].map((name, index) => [name, index + 1]));
}) as unknown as Places;

type Places = {
  readonly [Name in keyof typeof tables]: {
    readonly [Column in (typeof tables)[Name]["columns"][number]["name"]]: number;
  };
};
