/**
 * The package's own door: everything that a program imports, and `stack` for those who run programs themselves.
 *
 * Imports: engine, operations, sdk. The engine loads only when `stack` is first called, so that importing the package stays light.
 */
export * from "../sdk/index.js";
export { stack } from "./stack.js";
export type { PlanExplanation, Run, RunOptions, StackPlan } from "../engine/index.js";
export type { Stack, StackOptions } from "../operations/stack/index.js";
