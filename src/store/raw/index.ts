/**
 * The contract between the one layer that knows what state means and the backends that keep it.
 *
 * Plain serialisable records only, so that a worker or another machine fits behind it.
 */
export { byAddress } from "./by-address.js";
export { copyStack } from "./copy-stack.js";
export type * from "./raw-store.js";
export { readAll } from "./read-all.js";
export { places, rowOf, rowText, sealedColumns } from "./row-text.js";
export { keyOf, longestRow, perTable, stateTables, tables, type Column, type Table } from "./tables.js";
