import type { RawColumn, RawRow } from "./raw-store.js";
import { perTable, tables, type Table } from "./tables.js";
import { JSON } from "../../std/plain-json.js";

/**
 * What the seal of a row is made of, and how rows are read: the JSON list of its table and of its columns but `mac`, as
 * `JSON.stringify` writes it. The columns that came with format 3 are left out where all of them are null, as they are in
 * most rows and in all of older formats. A backend that makes the text by itself has to write the very same.
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

/** The columns that every format has, and those that came with format 3. */
export const sealedColumns = perTable((table) => {
  const columns = (tables[table] as Table).columns.filter(({ name }) => name !== "mac");
  const names = (isAdded: boolean) =>
    columns.filter((column) => (column.isAdded ?? false) === isAdded).map(({ name }) => name);
  return { first: names(false), added: names(true) };
});

/** Where each column stands in the list of a row. */
export const places = perTable((table) => {
  const { first, added } = sealedColumns[table];
  return Object.fromEntries([...first, ...added].map((name, index) => [name, index + 1]));
}) as unknown as Places;

type Places = {
  readonly [Name in keyof typeof tables]: {
    readonly [Column in (typeof tables)[Name]["columns"][number]["name"]]: number;
  };
};
