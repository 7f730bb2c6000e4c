import type { RawChange } from "./raw/index.js";
import { nameIn, RowMap } from "./row-map.js";
import { authenticStateRow, type StateSum } from "./rows/index.js";
import type { DataKey } from "./seal/index.js";

/** Row changes of the journal that are not written to the rows yet: the latest change of each row. */
export class UnfoldedRows {
  readonly #changes = new RowMap<RawChange>();

  add(changes: readonly RawChange[]): void {
    for (const change of changes) this.#changes.set(change.table, nameIn(change), change);
  }

  /** Removes and returns all changes, authenticated. Updates `terms` and `sum` to include them. */
  fold(key: DataKey, terms: RowMap<string>, sum: StateSum): readonly RawChange[] {
    // Rows that were created and deleted in between were never written.
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
