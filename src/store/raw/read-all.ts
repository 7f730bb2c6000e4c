import type { RawReading, RawRow, RawStack, StateTable } from "./raw-store.js";
import { rowOf } from "./row-text.js";

/** Reads the state with all its rows, for callers that need the raw rows. */
export async function readAll(
  stack: RawStack,
): Promise<RawReading & { readonly rows: { readonly [Table in StateTable]: readonly RawRow[] } }> {
  const rows = { resource: [], object: [], intent: [], output: [] } as { [Table in StateTable]: RawRow[] };
  const reading = await stack.read(() => (table, text, mac) => rows[table].push(rowOf(table, text, mac)));
  return { ...reading, rows };
}
