/**
 * What the code of a provider is made of: its package and all that this depends on, as installed, each with what tells
 * it from another one. Plan files are bound to it.
 *
 * Reads manifests, lock files, and the files of linked packages. Loads and runs nothing.
 */
export { providerCode } from "./provider-code.js";
export type { CodePart } from "./package-code.js";
