/**
 * Completion in shells: a script for each, which asks `coco` at every key press what a word could become.
 *
 * What is wanted is decided from the table of commands alone (`wantedAt`); names are looked up where the line says.
 * Takes no lock, makes nothing, never runs the program, never complains.
 */
export { complete } from "./complete.js";
export { completionScript, shells } from "./completion-script.js";
