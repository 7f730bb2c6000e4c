/**
 * A store that lives in memory, for tests and simulations. It is also the simplest implementation of the contract.
 *
 * Never touches files or the network.
 */
export { memoryAt, memoryStore, type MemoryOptions } from "./memory-store.js";
