/**
 * The packages of a project: which ones its program and state use, and whether one is as it should be.
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
export { usedPackages, type UsedPackage, type UsedPackages } from "./used-packages.js";
