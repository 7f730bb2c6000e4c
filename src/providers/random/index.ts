/**
 * The package `random`: values that are made once by chance, are kept in state and stay, until one of the inputs
 * changes. Then the resource is replaced, and what uses its value sees the new one.
 *
 * Imports: provider. Touches nothing outside the process; all chance comes from the system's source for keys.
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
// Imported by its name it would hide JavaScript's own: `import * as random` keeps the two apart.
export { RandomString as String } from "./string.js";
export { Uuid } from "./uuid.js";
