/**
 * The process that keeps another one running. It outlives `coco`, so it is a program of its own, `main.ts`, which
 * loads nothing but Node and what it needs itself: no schemas, no engine.
 */
export { supervisorFile } from "./supervisor-file.js";
