import { keyOf } from "./raw/index.js";
import type { RawChange, RawColumn } from "./raw/index.js";
import type { RowMacs } from "./row-macs.js";
import { authenticRow, type StateSum } from "./rows/index.js";
import type { DataKey } from "./seal/index.js";

/** What records of the journal say of rows and the rows do not say yet: of each row, the last. */
export class UnfoldedRows {
  readonly #changes = new Map<string, RawChange>();

  add(changes: readonly RawChange[]): void {
    for (const change of changes) this.#changes.set(`${change.table} ${keyIn(change).join()}`, change);
  }

  /** Takes them all, authenticated; `macs` and `sum` are then those of all rows. */
  fold(key: DataKey, macs: RowMacs, sum: StateSum): readonly RawChange[] {
    const folded: RawChange[] = [];
    for (const change of this.#changes.values()) {
      const mac = "put" in change ? String(authenticRow(key, change.table, change.put)["mac"]) : undefined;
      const former = macs.replace(change.table, keyIn(change), mac);
      if (former !== undefined) sum.add(former, -1);
      if (mac !== undefined) sum.add(mac);
      // What came and went in between was never among the rows.
      if (mac !== undefined || former !== undefined) folded.push(change);
    }
    this.#changes.clear();
    return folded;
  }
}

function keyIn(change: RawChange): readonly RawColumn[] {
  return "put" in change ? keyOf(change.table, change.put) : change.drop;
}
