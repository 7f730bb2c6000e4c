/**
 * Installs Terraform providers and finds installed ones: the cache, mirrors in the file system, and the verification against the lock
 * file. Registries and network mirrors are places that the caller passes in.
 *
 * Only `installProviders` and `mirrorProviders` may use the network, through these places. Never starts a provider, and never writes
 * a file of the project: the caller writes the lock file with `withInstalled`.
 */
export { withLock, withoutLock } from "./edit-lock.js";
export { findProvider } from "./find-provider.js";
export {
  installProviders,
  withInstalled,
  type Installation,
  type InstalledProvider,
  type InstallEvent,
  type InstallOptions,
  type InstallPorts,
} from "./install-providers.js";
export { mirrorProviders } from "./mirror-providers.js";
export type { PackageSource } from "./package-source.js";
export { packageSources } from "./package-sources.js";
export { readProviderPlaces, type ProviderPlaces } from "./provider-places.js";
export type { WantedProvider } from "./wanted-provider.js";
