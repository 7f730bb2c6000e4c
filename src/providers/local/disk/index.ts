/**
 * What all types of `local` do on the disk: look at a path, put something there whole, remove it, and note under which
 * key it was made.
 *
 * Never follows the link that is at a path, and knows nothing of resource types.
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
