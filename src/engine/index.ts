/**
 * The phases of a run and their order: plan, apply, refresh, destroy.
 *
 * Effects. Imports: apply, asset, graph, model, plan, program, provider, render, sdk, state, store. Names no resource
 * type, and never prints: callers receive events.
 */
export { problem as engineProblem } from "./diagnostics.js";
export { Engine } from "./engine.js";
export type { ReadPort } from "./facts/evaluation-ports.js";
export { monikersOf, namedRegistration, namedRow } from "./facts/named-resource.js";
export type { ApplyOptions, PlanOptions } from "./facts/request.js";
export { notFound } from "./facts/resource-problem.js";
export { beginRun, untilFree, type LockWait } from "./lock-wait.js";
export type { PlanExplanation } from "./plan-explanation.js";
export { importManaged, importOtherId, managersIn, objectName } from "./planning/import-problem.js";
export { environmentOf } from "./planning/naming/plan-by-names.js";
export { accepted } from "./providers/accepted.js";
export { findCode, type CompileModule } from "./providers/find-code.js";
export {
  recordedProvider,
  upgradedObject,
  type RecordedProviderPorts,
} from "./providers/recorded-provider.js";
export type { Run, RunOptions } from "./run.js";
export { settleRun } from "./settle-run.js";
export { StackPlan } from "./stack-plan.js";
export { notOneOpen } from "./stack-problem.js";
export type { MovesPort, StackPorts } from "./stack-ports.js";
