/**
 * Implements the provider contract with Terraform providers. Loaded when the first such provider is used.
 */
export { noSchema, openPackage, readSchema, type ProviderProgram } from "./open-package.js";
