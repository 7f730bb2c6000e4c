import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { headColumns, journalColumns } from "../../src/store/sqlite/schema.js";
import { stateTables, type RawHead, type RawRecord } from "../../src/store/raw/index.js";
import {
  authenticHead,
  authenticRow,
  authenticStateRow,
  firstHash,
  recordHash,
  StateSum,
} from "../../src/store/rows/index.js";
import { openRing, type DataKey, type WrappedKey } from "../../src/store/seal/index.js";
import type { KeySource } from "../../src/store/internal.js";

/** Authenticates a stack as it now is: what only whoever has its key can do. */
export async function sealAnew(file: string, keys: KeySource): Promise<void> {
  const database = openDatabase(file);
  try {
    const { lineage, wrapped_key } = headOf(database);
    const wrapped = JSON.parse(wrapped_key) as WrappedKey[];
    vouchFor(database, (await openRing(lineage, wrapped, keys)).current);
    database.all("pragma wal_checkpoint(truncate)");
  } finally {
    database.close();
  }
}

/** The same in a database that is open, with the key in hand. */
export function vouchFor(database: SqliteDatabase, key: DataKey): void {
  const head = headOf(database);
  database.execute("begin immediate");
  const state_sum = sealRows(database, key);
  const chained = chainRecords(database, head);
  const { head_mac: _, ...rest } = { ...head, ...chained, state_sum };
  const next = authenticHead(key, rest);
  const columns = headColumns.map((name) => `${name} = ?`).join(", ");
  database.run(
    `update stack set ${columns}`,
    headColumns.map((name) => next[name]),
  );
  database.execute("commit");
}

function headOf(database: SqliteDatabase): RawHead {
  const [head] = database.all(`select ${headColumns.join(", ")} from stack`);
  return head as unknown as RawHead;
}

function sealRows(database: SqliteDatabase, key: DataKey): string {
  const sum = new StateSum();
  for (const table of [...stateTables, "run"] as const) {
    const rows = database.all(`select rowid as place, * from "${table}"`);
    for (const { place, ...row } of rows) {
      const sealed = { ...row };
      if (table === "run") authenticRow(key, table, sealed);
      else sum.add(authenticStateRow(key, table, sealed));
      database.run(`update "${table}" set mac = ? where rowid = ?`, [sealed["mac"]!, place!]);
    }
  }
  return sum.text;
}

/** The records as they stand, gaps included, each tied to the one before. */
function chainRecords(database: SqliteDatabase, head: RawHead): Partial<RawHead> {
  const records = database.all(
    `select ${journalColumns.join(", ")} from journal order by seq`,
  ) as unknown as RawRecord[];
  let previous = firstHash(head.lineage);
  let checkpoint_hash = previous;
  for (const record of records) {
    previous = recordHash(previous, record);
    if (record.seq <= head.checkpoint_seq) checkpoint_hash = previous;
    database.run("update journal set hash = ? where seq = ?", [previous, record.seq]);
  }
  return { checkpoint_hash, head_hash: previous };
}
