/**
 * Carries a plan out, step by step: evaluates again, checks premises, and hands tasks to `apply/`.
 *
 * It may do less than the plan says, never more or other.
 */
export { applyPlan, type Applied } from "./apply-plan.js";
export { performPorts } from "./perform-ports.js";
export { summaryOf } from "./run-summary.js";
