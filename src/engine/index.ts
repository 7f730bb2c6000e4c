/**
 * Plan, apply, refresh, destroy: the phases in their order, nothing else.
 *
 * Effects. Imports everything but the faces. Names no resource type, and never prints: faces see events.
 */
export type { Applied } from "./apply-plan.js";
export {
  openModuleStack,
  openStack,
  type ModuleStackOptions,
  type StackOptions,
  type StackPlace,
} from "./open-stack.js";
export type { ApplyOptions, PlanOptions } from "./request.js";
export { Stack, type Run, type RunOptions, type StackPorts } from "./stack.js";
export { StackPlan } from "./stack-plan.js";
