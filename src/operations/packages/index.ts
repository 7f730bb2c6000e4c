/**
 * The packages of a project: the ones that its program and state use, and checks of a provider.
 *
 * Loads packages, and calls none of their hooks.
 */
export {
  checkProviders,
  type CheckedFields,
  type CheckedProvider,
  type CheckedType,
  type ProviderAsked,
  type ProviderOffers,
} from "./check-providers.js";
export { checkPlugin, type CheckedPlugin } from "./check-plugin.js";
export {
  addProvider,
  installProviders,
  mirrorProviders,
  removeProvider,
  type ChangedFile,
  type InstalledProvider,
  type InstallReport,
  type MirroredPackage,
  type ProviderPlace,
  type RemovalReport,
} from "./install/index.js";
export { usedPackages, type UsedPackage, type UsedPackages } from "./used-packages.js";
