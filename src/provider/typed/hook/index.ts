/** Calling hooks: what every one of them is given, and what becomes of what it throws and answers. */
export { about, commonOf, hookFailed, runHook, type Connection } from "./hook-runner.js";
