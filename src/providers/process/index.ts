/**
 * The bundled package `process`: long-running processes on this machine, each with a supervisor that outlives `coco`.
 *
 * Imports: provider. Writes only below `.coconut/processes/`, never writes environment variables to disk, and never
 * signals a process that it cannot identify as its own.
 */
export { Process, processProvider as process } from "./process.js";
