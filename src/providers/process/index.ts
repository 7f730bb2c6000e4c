/**
 * The bundled package `process`: long-running processes of this machine, each with a supervisor that outlives `coco`.
 *
 * Imports: provider. Writes below `.coconut/processes/` alone, nothing of an environment, and never
 * signals a process that it cannot tell to be its own.
 */
export { Process, processProvider as process } from "./process.js";
