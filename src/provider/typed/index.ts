/**
 * The provider contract over definitions: what `defineProvider` was given, as the engine asks for it.
 *
 * Decodes values by their schemas, plans, and calls hooks; whatever a hook throws or answers wrongly comes out
 * as diagnostics that name package, type and hook. Never decides what happens to a resource.
 */
export { isSecretField } from "../secret.js";
export { writeOnlyNames } from "../write-only.js";
export { toPlainFields } from "./field/plain.js";
export { typedPackage } from "./typed-package.js";
