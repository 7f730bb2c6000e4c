/**
 * Makes plans: walks the resources of a program, asks providers, collects decisions, and orders what is to be done.
 *
 * It asks; `plan/` decides. Never changes the world or the state.
 */
export { makePlan, type WorkedPlan } from "./make-plan.js";
export { PlanWalk } from "./walk/index.js";
