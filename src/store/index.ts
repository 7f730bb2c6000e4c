/**
 * Stores the state of stacks: for each stack a journal, and its rows as of the last checkpoint. One layer encodes,
 * encrypts, chains and verifies; the backends below it (`memory/`, `sqlite/`) store plain rows.
 *
 * This file exports the API for authors of stores: the interface to implement (`RawStore`), the tables, a conformance
 * suite (`testStore`), and `openStore` to use the store. Folders of Coconut import `internal.ts` instead.
 *
 * Effects. Imports: model, state. Never calls a provider, never decides what happens to a resource, and never writes a
 * state that it would refuse to read.
 */
export type { StorePlace, StoreTest } from "./conformance/index.js";
export { memoryStore, type MemoryOptions } from "./memory/index.js";
export { openStore } from "./open-store.js";
export {
  byAddress,
  copyStack,
  keyOf,
  rowText,
  stateTables,
  tables,
  type Column,
  type Table,
} from "./raw/index.js";
export type {
  Keeper,
  RawBatch,
  RawChange,
  RawColumn,
  RawCopy,
  RawHead,
  RawLease,
  RawReading,
  RawRecord,
  RawRow,
  RawStack,
  RawStore,
  StackAddress,
  StateLocation,
  StateRow,
  StateTable,
  TakenLease,
  TakeRow,
} from "./raw/index.js";
export type { Store } from "./store.js";
export { takenAway } from "./taken-away.js";
export { testStore } from "./test-store.js";
