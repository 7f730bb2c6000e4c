/**
 * A directed graph of keys: topological order, cycles with their path, ready nodes, longest chains of dependents.
 *
 * Pure. Imports: nothing. Never knows what its keys stand for.
 */
export { orderGraph } from "./graph.js";
export { ReadySet } from "./ready-set.js";
export { waysBehind } from "./ways-behind.js";
