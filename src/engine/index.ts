/**
 * Plan, apply, refresh, destroy: the phases in their order, nothing else.
 *
 * Effects. Imports everything but the faces. Names no resource type, and never prints: faces see events.
 */
export type { Applied } from "./applying/apply-plan.js";
export { exitCodeOf, exitCodeOfRun, exitCodes, type ExitCode } from "./exit-code.js";
export {
  openModuleStack,
  openStack,
  type ModuleStackOptions,
  type StackOptions,
  type StackPlace,
} from "./open-stack.js";
export type { ApplyOptions, PlanOptions } from "./request.js";
export { runProcess, type ProcessEnd, type ProcessOptions, type ProcessSignals } from "./run-process.js";
export { Stack, type Run, type RunOptions, type StackPorts } from "./stack.js";
export { StackPlan } from "./stack-plan.js";
