import { objectKey } from "../model/index.js";
import type { RawColumn, StateTable } from "./raw/index.js";

/** The authentication of each row. */
export class RowMacs {
  readonly #tables: { readonly [Table in StateTable]: Map<RawColumn, string> } = {
    resource: new Map(),
    object: new Map(),
    intent: new Map(),
    output: new Map(),
  };

  set(table: StateTable, name: RawColumn, mac: string): void {
    this.#tables[table].set(name, mac);
  }

  /** Takes note of the one that a row has now, and says which it had. */
  replace(table: StateTable, key: readonly RawColumn[], mac: string | undefined): string | undefined {
    const macs = this.#tables[table];
    const name = table === "object" ? objectKey(key[0] as number, key[1] as number) : key[0]!;
    const former = macs.get(name);
    if (mac === undefined) macs.delete(name);
    else macs.set(name, mac);
    return former;
  }
}
