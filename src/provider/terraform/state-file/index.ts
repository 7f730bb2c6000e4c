/**
 * Reads Terraform state files for imports: their objects, the packages that manage them, and what is not carried over.
 *
 * Imports: model, terraform. Never starts a provider.
 */
export { readTerraformState } from "./read-state-file.js";
