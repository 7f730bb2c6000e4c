/**
 * Identifies the code of a provider: its package and all dependencies as installed, each with a digest. Plan files are
 * bound to it.
 *
 * Reads manifests, lock files, and the files of linked packages. Never loads or runs code.
 */
export { pluginCode } from "./plugin-code.js";
export { providerCode } from "./provider-code.js";
export type { CodePart } from "./package-code.js";
