/**
 * Runs a command on the program of a project, in its own process: `coco plan`, `coco apply` and others load this folder.
 *
 * Effects. Imports: engine, model, operations, program. Never loads other operations: commands load `operations/index.ts` on use.
 */
export { exitCodeOf, exitCodeOfRun, exitCodes, type ExitCode } from "./exit-code.js";
export { runProcess, type ProcessSignals } from "./run-process.js";
