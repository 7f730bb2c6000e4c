/**
 * The contract between the layer that interprets state and the backends that store it.
 *
 * Only plain serializable records, so that a backend can run in a worker or on another machine.
 */
export { byAddress } from "./by-address.js";
export { copyStack } from "./copy-stack.js";
export type * from "./raw-store.js";
export { readAll } from "./read-all.js";
export { places, rowOf, rowText, sealedColumns } from "./row-text.js";
export { keyOf, longestRow, perTable, stateTables, tables, type Column, type Table } from "./tables.js";
