/**
 * Loads a program from its files and runs it: compiled once per content, with conditions watched and resources
 * named by where they stand.
 *
 * Effects: starts the compiler, keeps a cache in the program's folder, imports the result. The compiler and the
 * parser are met only when something changed.
 */
export { esbuild } from "../compile/esbuild.js";
export { importInstalled, importModule } from "./import-module.js";
export { compiledModule, loadProgram, type CompiledModule, type LoadedProgram } from "./load-program.js";
export { guardProcess, type ProcessGuard } from "./process-guard.js";
export { runModule, type ModuleRun } from "./run-module.js";
