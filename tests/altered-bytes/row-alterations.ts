import type { RawColumn, RawRow } from "../../src/store/raw/index.js";
import { tableNames, type Kept, type TableName } from "./kept-rows.js";

export interface Alteration {
  readonly what: string;
  /** `stack.epoch`; the table alone where a row is moved. */
  readonly place: string;
  readonly altered: Kept;
}

/** Each column of each row changed, emptied, of another type, or with what the next row has there. */
export function* alteredColumns(kept: Kept): Generator<Alteration> {
  for (const table of tableNames) {
    for (const [index, row] of kept[table].entries()) {
      for (const [column, value] of Object.entries(row)) {
        const place = `${table}.${column}`;
        const next = kept[table][(index + 1) % kept[table].length]![column]!;
        for (const other of new Set([...otherValues(column, value), next])) {
          if (other === value) continue;
          const what = `${place} of row ${index}: ${JSON.stringify(other)?.slice(0, 60)}`;
          yield { what, place, altered: replaced(kept, table, index, { ...row, [column]: other }) };
        }
      }
    }
  }
}

/** Each row taken away, there twice, in the place of the next one; and as it was after each earlier commit. */
export function* alteredRows(kept: Kept, earlier: readonly Kept[]): Generator<Alteration> {
  for (const table of tableNames) {
    for (const [index, row] of kept[table].entries()) {
      const rows = kept[table];
      const other = (how: string, changed: readonly RawRow[]): Alteration => ({
        what: `${table} row ${index} ${how}`,
        place: table,
        altered: { ...kept, [table]: changed },
      });
      if (table !== "stack") {
        yield other("taken away", rows.toSpliced(index, 1));
        yield other("twice", rows.toSpliced(index, 0, row));
      }
      const next = rows[index + 1];
      if (next !== undefined) {
        yield other("in the place of the next", rows.with(index + 1, row));
        yield other("under the name of the next", rows.with(index + 1, { ...row, ...keyOf(table, next) }));
      }
      for (const [commit, then] of earlier.entries()) {
        const before = then[table].find((each) => isSame(keyOf(table, each), keyOf(table, row)));
        if (before !== undefined && !isSame(before, row))
          yield other(`as of commit ${commit}`, rows.with(index, before));
      }
    }
  }
}

/** Some tables as they were after an earlier commit, the others as they are: a backup that was put back in part. */
export function* mixedTables(
  kept: Kept,
  earlier: readonly Kept[],
): Generator<Alteration & { readonly before: Kept }> {
  const seen = new Set([kept, ...earlier].map(textOf));
  for (const [commit, before] of earlier.entries()) {
    for (let choice = 1; choice < 2 ** tableNames.length - 1; choice++) {
      const back = tableNames.filter((_, bit) => (choice >> bit) % 2 === 1);
      const altered = { ...kept, ...Object.fromEntries(back.map((table) => [table, before[table]])) };
      const text = textOf(altered);
      if (seen.has(text)) continue;
      seen.add(text);
      yield { what: `${back.join(", ")} as of commit ${commit}`, place: "tables", altered, before };
    }
  }
}

function otherValues(column: string, value: RawColumn): readonly RawColumn[] {
  if (value === null) return [0, 1, "", "x", "null", "{}"];
  if (typeof value === "number") return [null, value + 1, value - 1, -value, String(value), 2 ** 53, 0.5];
  return [null, "", `${value}0`, value.slice(1), value.slice(0, -1), 7, ...otherTexts(column, value)];
}

/** Of JSON, each part taken away or of another kind: the text stays one that can be read. */
function otherTexts(column: string, text: string): readonly string[] {
  if (column !== "wrapped_key" && column !== "holder") return [text.toUpperCase(), text.replace(/\d/, "9")];
  const json = JSON.parse(text) as unknown;
  const wholes = [null, true, 7, "x", [], {}, [null], [7], ["x"], [[]], [{}]];
  return [...wholes, ...otherParts(json)].map((each) => JSON.stringify(each));
}

function otherParts(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) {
    const parts = json.flatMap((part, index) => otherParts(part).map((other) => json.with(index, other)));
    return [...parts, [...json, ...json], [...json, null]];
  }
  if (typeof json !== "object" || json === null) return [null, true, 7, "x", "../../x", [], {}];
  const entries = Object.entries(json);
  return entries.flatMap(([key, part]) => [
    Object.fromEntries(entries.filter(([other]) => other !== key)),
    ...otherParts(part).map((other) => ({ ...json, [key]: other })),
  ]);
}

const keys: Readonly<Record<TableName, readonly string[]>> = {
  stack: ["lineage"],
  journal: ["seq"],
  resource: ["rid"],
  object: ["rid", "gen"],
  intent: ["op_id"],
  output: ["scope"],
  run: ["run_id"],
};

function keyOf(table: TableName, row: RawRow): RawRow {
  return Object.fromEntries(keys[table].map((name) => [name, row[name]!]));
}

function replaced(kept: Kept, table: TableName, index: number, row: RawRow): Kept {
  return { ...kept, [table]: kept[table].with(index, row) };
}

const textOf = (kept: Kept) => JSON.stringify(tableNames.map((table) => kept[table]));
const isSame = (one: RawRow, other: RawRow) => JSON.stringify(one) === JSON.stringify(other);
