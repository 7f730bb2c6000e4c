/**
 * Implements the provider contract with Terraform providers. Loaded when the first such provider is used.
 */
export { openPackage, type ProviderProgram } from "./open-package.js";
export { readSchemas } from "./read-schemas.js";
