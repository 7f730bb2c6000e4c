/**
 * A command on the program of a project, in a process that belongs to it: what `coco plan` and `coco apply` load.
 *
 * Effects. Imports: engine, model, operations, program. Every other operation is behind `operations/index.ts` and loaded when it is used.
 */
export { exitCodeOf, exitCodeOfRun, exitCodes, type ExitCode } from "./exit-code.js";
export { runProcess, type ProcessSignals } from "./run-process.js";
