/**
 * Performs steps: intent, call, outcome. The intent is durable before the call; the outcome is before anything is
 * done to the world that follows from it, and becomes so together with the intents that it releases.
 *
 * Effects. Imports: graph, model, provider. Is handed a journal, not a store, and makes no decision: the task says what
 * to do, and with which values.
 */
export { callWith, inTime, longestChangeMs } from "./in-time.js";
export { runningRecorder, type Journal, type PerformPorts } from "./journal.js";
export { performCreate, tainted, type Performed } from "./perform-create.js";
export { afterDelete, performDelete, type Remains } from "./perform-delete.js";
export { performUpdate } from "./perform-update.js";
export { notBegun, unlessLeft, whyLeft } from "./unless-left.js";
export { runSteps, Stopped, type Slot } from "./run-steps.js";
