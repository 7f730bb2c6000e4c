/**
 * Loads a program from its files and runs it. A program is compiled once per content, with guarded conditions and
 * resource names from the position in the code.
 *
 * Effects: starts the compiler, keeps a cache in the program's folder, imports the result. The compiler and the parser
 * are loaded only if something changed.
 */
export { esbuild } from "../compile/esbuild.js";
export { importInstalled, importModule } from "./import-module.js";
export { compiledModule, loadProgram, type CompiledModule, type LoadedProgram } from "./load-program.js";
export { guardProcess, type ProcessGuard } from "./process-guard.js";
export { runModule, type ModuleRun } from "./run-module.js";
