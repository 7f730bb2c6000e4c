/**
 * Installs the Terraform providers of a project: downloads and verifies them, locks their versions, names them in coconut.json and
 * generates the classes that programs import.
 */
export { addProvider } from "./add-provider.js";
export { installProviders } from "./install-providers.js";
export type {
  ChangedFile,
  InstalledProvider,
  InstallReport,
  MirroredPackage,
  RemovalReport,
} from "./installed.js";
export { mirrorProviders } from "./mirror-providers.js";
export { namedProviders } from "./named-providers.js";
export type { ProviderPlace } from "./provider-place.js";
export { removeProvider } from "./remove-provider.js";
