import type { RawChange } from "./raw/index.js";
import { nameIn, RowMap } from "./row-map.js";
import { authenticStateRow, type StateSum } from "./rows/index.js";
import type { DataKey } from "./seal/index.js";

/** What records of the journal say of rows and the rows do not say yet: of each row, the last. */
export class UnfoldedRows {
  readonly #changes = new RowMap<RawChange>();

  add(changes: readonly RawChange[]): void {
    for (const change of changes) this.#changes.set(change.table, nameIn(change), change);
  }

  /** Takes them all, authenticated; `terms` and `sum` are then those of all rows. */
  fold(key: DataKey, terms: RowMap<string>, sum: StateSum): readonly RawChange[] {
    // What came and went in between was never among the rows.
    return this.#changes.take().filter((change) => {
      const { table } = change;
      const name = nameIn(change);
      const former = terms.get(table, name);
      if (former !== undefined) sum.add(former, -1);
      if (!("put" in change)) {
        terms.delete(table, name);
        return former !== undefined;
      }
      const term = authenticStateRow(key, table, change.put);
      terms.set(table, name, term);
      sum.add(term);
      return true;
    });
  }
}
