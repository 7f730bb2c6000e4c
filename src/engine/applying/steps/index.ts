/**
 * What is done for one step of a plan: create, update, import, record, read, delete, forget.
 *
 * Checks premises and runs hooks around calls. What to do was decided before.
 */
export { RemovalSteps } from "./removal-steps.js";
export { done, ResourceSteps, type StepEnd } from "./resource-steps.js";
