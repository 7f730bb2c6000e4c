/**
 * Which resource of state is which of the program: recorded renames are followed, global ids evaluated, aliases
 * matched, and what looks like a rename is suggested.
 *
 * Asks no provider about the world. What is decided is decided in `plan/` and `state/`.
 */
export { environmentOf, planByNames, type NamingPorts } from "./plan-by-names.js";
export { movesFile, type MovesPort } from "../../../project/moves-file.js";
