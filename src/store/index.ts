/**
 * Where the state of stacks is kept: a journal per stack, and the rows that it amounted to at its last checkpoint.
 * One layer encodes, seals, chains and checks; stores below it (`memory/`, `sqlite/`) keep plain rows.
 *
 * This is what somebody needs who writes a store: the functions that it has to have (`RawStore`), the tables that it keeps,
 * tests for it (`testStore`), and `openStore` to use it. The folders of Coconut import `internal.ts`.
 *
 * Effects. Imports: model, state. Never calls a provider, never decides what happens to a resource, and never writes
 * a state that it would refuse to read.
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
