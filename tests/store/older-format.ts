import { tables, type RawHead, type Table } from "../../src/store/raw/index.js";
import { authenticHead, authenticRow, firstHash, StateSum } from "../../src/store/rows/index.js";
import { openRing, type WrappedKey } from "../../src/store/seal/index.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { firstHeadColumns, headColumns } from "../../src/store/sqlite/schema.js";
import type { KeySource } from "../../src/store/internal.js";

/**
 * Makes the file of a stack what an earlier version would have written: without the columns that came later, and with the
 * sum of what authenticates its rows. In the first format rows stood where the journal did, and nobody said up to where.
 */
export async function asOlderFormat(file: string, format: 1 | 2, keys: KeySource): Promise<void> {
  const database = openDatabase(file);
  try {
    const [found] = database.all(`select ${firstHeadColumns.join(", ")} from stack`);
    const { head_mac: _, ...head } = found as unknown as RawHead;
    const { current } = await openRing(head.lineage, JSON.parse(head.wrapped_key) as WrappedKey[], keys);
    const sum = new StateSum();
    for (const [table, { columns }] of Object.entries(tables) as [keyof typeof tables, Table][]) {
      for (const { name } of columns.filter(({ isAdded }) => isAdded)) {
        database.execute(`alter table "${table}" drop column ${name}`);
      }
      for (const { place, ...row } of database.all(`select rowid as place, * from "${table}"`)) {
        const mac = String(authenticRow(current, table, row)["mac"]);
        database.run(`update "${table}" set mac = ? where rowid = ?`, [mac, place!]);
        if (table !== "run") sum.add(Buffer.from(mac, "base64").toString("latin1"));
      }
    }
    const first = { checkpoint_seq: 0, checkpoint_hash: firstHash(head.lineage) };
    const older = authenticHead(current, {
      ...head,
      format,
      state_sum: sum.text,
      ...(format === 1 && first),
    });
    const set = firstHeadColumns.map((name) => `${name} = ?`).join(", ");
    database.run(
      `update stack set ${set}`,
      firstHeadColumns.map((name) => older[name]),
    );
    const added: readonly string[] = headColumns.filter(
      (name) => !firstHeadColumns.some((each) => each === name),
    );
    for (const name of added) database.execute(`alter table stack drop column ${name}`);
    database.all("pragma wal_checkpoint(truncate)");
  } finally {
    database.close();
  }
}
