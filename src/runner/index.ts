/**
 * A command on the program of a project, in a process that belongs to it: what `coco plan` and `coco apply` load.
 *
 * What else the engine can do is behind its own `index.ts`, for those who ask for it.
 */
export { configFileName } from "../project/index.js";
export { exitCodeOf, exitCodes } from "./exit-code.js";
export { stateFileName } from "../store/open-stack-store.js";
export { runProcess, type ProcessEnd, type ProcessOptions, type ProcessSignals } from "./run-process.js";
