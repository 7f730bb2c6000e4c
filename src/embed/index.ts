/**
 * The main entry point of the package: the SDK for programs, and `stack` to run programs from code.
 *
 * Imports: engine, operations, sdk. Never loads the engine before `stack` is called, so that importing the package stays fast.
 */
export * from "../sdk/index.js";
export { stack } from "./stack.js";
export type { PlanExplanation, Run, RunOptions, StackPlan } from "../engine/index.js";
export type { Stack, StackOptions } from "../operations/stack/index.js";
