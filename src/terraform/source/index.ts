/**
 * Where providers come from: addresses, versions, constraints, lock files, and the settings of Terraform's command line.
 *
 * Pure. Imports: nothing.
 */
export { addressText, shortAddress, type ProviderAddress } from "./address.js";
export { isInScope } from "./address-pattern.js";
export * from "./cli-configuration.js";
export { allows, newestAllowed, parseConstraint, type VersionConstraint } from "./constraint.js";
export { defaultHost } from "./default-host.js";
export { withLocked, withoutLocked, type LockEdit } from "./edit-lock-file.js";
export { lockedProvider, lockFileName, parseLockFile, type LockedProvider } from "./lock-file.js";
export { parseProviderSource, type ProviderSource } from "./parse-provider-source.js";
export { isPlatformName, platformName } from "./platform.js";
export { newestFirst, parseVersion } from "./version.js";
