/**
 * What is known of a resource when it is decided over: what the program asks for, what it needs, what state says.
 *
 * Reads and evaluates. Never decides.
 */
export { askedFor, type Asked } from "./asked.js";
export type { Need } from "./needs.js";
