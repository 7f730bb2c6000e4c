/**
 * Implements the provider contract for definitions made with `defineProvider`.
 *
 * Decodes values by their schemas, plans, and calls hooks. Reports errors and invalid results of hooks as diagnostics
 * with the package, type and hook. Never decides what happens to a resource.
 */
export { isSecretField } from "../secret.js";
export { writeOnlyNames } from "../write-only.js";
export { toPlainFields } from "./field/plain.js";
export { typedPackage } from "./typed-package.js";
