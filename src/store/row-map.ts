import { objectKey } from "../model/index.js";
import { tables, type RawChange, type RawColumn, type StateTable } from "./raw/index.js";

/** A map from rows to items, by table and by name of the row in the table. */
export class RowMap<Item> {
  readonly #tables: { readonly [Table in StateTable]: Map<RawColumn, Item> } = {
    resource: new Map(),
    object: new Map(),
    intent: new Map(),
    output: new Map(),
  };

  get(table: StateTable, name: RawColumn): Item | undefined {
    return this.#tables[table].get(name);
  }

  set(table: StateTable, name: RawColumn, item: Item): void {
    this.#tables[table].set(name, item);
  }

  delete(table: StateTable, name: RawColumn): void {
    this.#tables[table].delete(name);
  }

  /** Removes and returns all items. */
  take(): readonly Item[] {
    const items = Object.values(this.#tables).flatMap((items) => [...items.values()]);
    for (const items of Object.values(this.#tables)) items.clear();
    return items;
  }
}

/** Returns the name of the row that a change affects. */
export function nameIn(change: RawChange): RawColumn {
  const isPut = "put" in change;
  if (change.table !== "object") return isPut ? change.put[tables[change.table].key[0]]! : change.drop[0]!;
  const [rid, generation] = isPut ? [change.put["rid"], change.put["gen"]] : change.drop;
  return objectKey(rid as number, generation as number);
}
