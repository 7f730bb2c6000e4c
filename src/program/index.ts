/**
 * Runs the user's program, collects the resources it declares, and evaluates its Outputs.
 *
 * Effects: it calls the user's code. Imports: model, sdk. Never decides what happens to
 * a resource, and never calls a provider.
 */
export { aboutThrown } from "./about-thrown.js";
export { CallbackMemory } from "./callback-memory.js";
export type { Dependencies, Evaluated, EvaluatedValue, EvaluationFailure } from "./evaluated.js";
export { callbackNeverSettles } from "./evaluation-problem.js";
export { Evaluator, type EvaluatorPorts } from "./evaluator.js";
export { membershipBy, type Membership } from "./membership.js";
export { openValue } from "./open-value.js";
export { secretTexts } from "./secret-texts.js";
export { recordProgram, type RecordedProgram } from "./record-program.js";
export type { Outside, OutsideAnswer, ResourceAnswer, ResourceProperties } from "./evaluator-ports.js";
export type { CallbackLimits } from "./run-callback.js";
