/**
 * Finds and loads the packages that implement resource types. Modules come from the program, the project file, the
 * dependencies of the project, and the records in state.
 *
 * Reads `coconut.json` and `package.json` files and imports modules. Never calls hooks.
 */
export { findProviders, knownPackages } from "./find-providers.js";
export { installedPackage, ownName, runningPackage, type InstalledPackage } from "./installed-package.js";
export { namedPlugins } from "./manifest.js";
export { packageFaults } from "./package-faults.js";
export { packageKinds } from "./kinds.js";
export { kindOfRecord, packageHost, preparePackages, type PackageHostOptions } from "./package-host.js";
export type { PackageKind, WantedPackage } from "../contract/index.js";
export { providersOf } from "./providers-of.js";
export { loadRecordedProvider, recordedModule } from "./recorded-module.js";
