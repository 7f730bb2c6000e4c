/**
 * The process that keeps another process running. It outlives `coco`, so it is a separate program, `main.ts`. It loads
 * only Node.js modules and its own code: no schemas, no engine.
 */
export { supervisorFile } from "./supervisor-file.js";
