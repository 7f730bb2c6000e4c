/**
 * The package `random`: random values that are generated once, recorded in state, and kept until one of the inputs
 * changes. A change replaces the resource, and its dependents see the new value.
 *
 * Imports: provider. Never touches anything outside the process. Uses the cryptographic random source of the system.
 *
 * ```ts
 * import * as random from "@coconut/coconut/random";
 *
 * const pet = new random.Pet("name", { keepers: { region } });
 * ```
 */
export { Id } from "./id.js";
export { Integer } from "./integer.js";
export { Password } from "./password.js";
export { Pet } from "./pet.js";
export { random } from "./provider.js";
export { Shuffle } from "./shuffle.js";
// A named import would shadow JavaScript's `String`; use `import * as random`.
export { RandomString as String } from "./string.js";
export { Uuid } from "./uuid.js";
