/**
 * Shell completion: a script for each shell, which asks `coco` for candidates when the user presses Tab.
 *
 * `wantedAt` finds out from the table of commands what kind of word is expected; `completionPorts` looks up the names.
 * Takes no lock, creates nothing, never runs the program, never prints errors.
 */
export { complete } from "./complete.js";
export { completionScript, shells } from "./completion-script.js";
