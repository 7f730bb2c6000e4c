/**
 * A store that is gone with its process: for tests and simulations, and the plainest reading of the contract.
 *
 * Never touches the world.
 */
export { memoryAt, memoryStore, type MemoryOptions } from "./memory-store.js";
