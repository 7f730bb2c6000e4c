import type { RawColumn, RawRow } from "./raw-store.js";
import { perTable, tables } from "./tables.js";

/**
 * What the seal of a row is made of, and how rows are read: the JSON list of its table and of its columns but `mac`, as
 * `JSON.stringify` writes it. A backend that makes the text by itself has to write the very same.
 */
export function rowText(table: keyof typeof tables, row: RawRow): string {
  const list: (RawColumn | undefined)[] = [table];
  for (const name of sealedColumns[table]) list.push(row[name]);
  return JSON.stringify(list);
}

export function rowOf(table: keyof typeof tables, text: string, mac: string): RawRow {
  const [, ...columns] = JSON.parse(text) as RawColumn[];
  return { ...Object.fromEntries(sealedColumns[table].map((name, index) => [name, columns[index]!])), mac };
}

export const sealedColumns = perTable((table) =>
  tables[table].columns.map(({ name }): string => name).filter((name) => name !== "mac"),
);

/** Where each column stands in the list of a row. */
export const places = perTable((table) =>
  Object.fromEntries(sealedColumns[table].map((name, index) => [name, index + 1])),
) as unknown as Places;

type Places = {
  readonly [Name in keyof typeof tables]: {
    readonly [Column in (typeof tables)[Name]["columns"][number]["name"]]: number;
  };
};
