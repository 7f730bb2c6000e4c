/**
 * Where providers come from: addresses, versions, constraints, lock files, and the settings of Terraform's command line.
 *
 * Pure. Imports: model.
 */
export { addressText, type ProviderAddress } from "./address.js";
