/**
 * Where the state of stacks is kept: a journal per stack, and the rows that it amounted to at its last checkpoint.
 * One layer encodes, seals, chains and checks; backends below it (`memory/`, `sqlite/`) keep plain rows.
 *
 * Effects. Imports: model, state. Never calls a provider, never decides what happens to a resource, and never writes
 * a state that it would refuse to read.
 */
export type { StorePlace, StoreTest } from "./conformance/index.js";
export { idempotencyKey } from "./idempotency-key.js";
export type { Holder } from "./lock.js";
export { memoryStore } from "./memory/index.js";
export { openStore } from "./open-store.js";
export type { KeySource, LockedFile, StorePorts } from "./ports.js";
export { readAll } from "./raw/index.js";
export type * from "./raw/index.js";
export type { Wrapping } from "./seal/index.js";
export { lockFile } from "./sqlite/index.js";
export type { StackGlance } from "./stack-glance.js";
export type * from "./store.js";
export { systemPorts } from "./system-ports.js";
export { testStore } from "./test-store.js";
export {
  hasStack,
  openOtherStack,
  openStackStore,
  stackName,
  stateLocation,
  storeOf,
  type StackAddressed,
} from "./open-stack-store.js";
