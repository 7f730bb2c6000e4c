/**
 * Implements the provider contract with Terraform providers. Loaded when the first such provider is used.
 */
export { openPackage } from "./open-package.js";
