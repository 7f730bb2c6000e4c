/**
 * State files of Terraform and OpenTofu, version 4: their content, and the names of their objects.
 *
 * Pure. Imports: nothing.
 */
export { objectNames } from "./object-names.js";
export { parseStateFile } from "./parse-state-file.js";
export type { ProviderReference } from "./provider-reference.js";
export type { StateFile, StateFileFault, StateObject } from "./state-file.js";
