import type { RawCopy, RawStack, StateRow } from "./raw-store.js";
import { rowOf } from "./row-text.js";

/** Returns all stored data of a stack, for `restore`. Reads again if the stack changes in the meantime. */
export async function copyStack(stack: RawStack): Promise<RawCopy> {
  for (;;) {
    const rows: StateRow[] = [];
    const { head } = await stack.read(
      () => (table, text, mac) => rows.push({ table, row: rowOf(table, text, mac) }),
    );
    const records = await stack.journal(0);
    const runs = await stack.runs();
    if ((await stack.head()).head_hash === head.head_hash) return { head, records, rows, runs };
  }
}
