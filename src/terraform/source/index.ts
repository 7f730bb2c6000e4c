/**
 * Where providers come from: addresses, versions, constraints, lock files, and the settings of Terraform's command line.
 *
 * Pure. Imports: nothing.
 */
export { addressText, shortAddress, type ProviderAddress } from "./address.js";
export { isInScope, parsePattern, type AddressPattern } from "./address-pattern.js";
export * from "./cli-configuration.js";
export {
  allows,
  newestAllowed,
  parseConstraint,
  type ConstraintResult,
  type VersionConstraint,
} from "./constraint.js";
export { defaultHost } from "./default-host.js";
export { withLocked, withoutLocked, type LockEdit } from "./edit-lock-file.js";
export {
  lockedProvider,
  lockFileName,
  parseLockFile,
  type LockedProvider,
  type LockFileResult,
} from "./lock-file.js";
export {
  parseAddress,
  parseProviderSource,
  type ProviderSource,
  type ProviderSourceResult,
} from "./parse-provider-source.js";
export { isPlatformName, platformName } from "./platform.js";
export { compareVersions, newestFirst, parseVersion, versionText, type Version } from "./version.js";
