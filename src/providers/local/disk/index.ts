/**
 * Disk operations that all types of `local` share: observe a path, write an object atomically, delete it, and record the
 * idempotency key of its create.
 *
 * Never follows a link at a path. Knows no resource types.
 */
export { isStagingName, stagingPath } from "./staging-path.js";
export {
  fileKind,
  kinds,
  markOf,
  named,
  refuseGuarded,
  sha256Of,
  sha256OfFile,
  statusOf,
  type Kind,
} from "./observe.js";
export { claimPath } from "./claim-path.js";
export { isMissing, osFault } from "./os-fault.js";
export { LocalDisk } from "./local-disk.js";
export {
  newFile,
  newFolder,
  newLink,
  putInPlace,
  removeObject,
  takenOver,
  type PutOptions,
} from "./put-in-place.js";
