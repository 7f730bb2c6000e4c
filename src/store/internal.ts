/** For the folders of Coconut that read and change stacks. Authors of stores import `index.ts`. */
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
export {
  hasStack,
  openOtherStack,
  openStackStore,
  stackName,
  stateLocation,
  storeOf,
  type StackAddressed,
} from "./open-stack-store.js";
