/**
 * A directed graph that knows keys only: order, cycles with their path, what is ready, what has most behind it.
 *
 * Pure. Imports: nothing. Never knows what its keys stand for.
 */
export { orderGraph } from "./graph.js";
export { ReadySet } from "./ready-set.js";
export { waysBehind } from "./ways-behind.js";
