/** Calling hooks: what every one of them is given, and what becomes of what it throws and answers. */
export { runHook } from "./hook-runner.js";
