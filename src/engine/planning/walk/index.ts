/**
 * The walk over the resources of a program: each is planned when what its inputs depend on has been.
 *
 * Asks providers and evaluates. Never changes the world or the state, and leaves decisions to `plan/`.
 */
export { PlanWalk } from "./plan-walk.js";
export type { FailedWalk, WalkedResource } from "../../facts/walked.js";
