/**
 * Finds and loads the packages that implement resource types, by their kinds: modules are what the program defined or
 * imported, what the project file names, what the project depends on, and what state remembers.
 *
 * Reads `coconut.json` and `package.json` files and imports modules; calls no hook.
 */
export { findProviders, knownPackages } from "./find-providers.js";
export { installedPackage, ownName, runningPackage, type InstalledPackage } from "./installed-package.js";
export { packageFaults } from "./package-faults.js";
export { packageKinds } from "./kinds.js";
export { kindOfRecord, packageHost, type PackageHostOptions } from "./package-host.js";
export type { PackageKind, WantedPackage } from "./package-kind.js";
export { providersOf } from "./providers-of.js";
export { loadRecordedProvider, recordedModule } from "./recorded-module.js";
