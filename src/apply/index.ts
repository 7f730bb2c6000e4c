/**
 * Performs steps: intent, call, outcome. The intent is durable before the provider is called. The outcome is durable
 * before any provider call that depends on it, and is written together with the intents of the steps that it releases.
 *
 * Effects. Imports: graph, model, provider. Receives a journal, not a store, and makes no decisions: the task says what
 * to do and with which values.
 */
export { callWith, inTime, longestChangeMs } from "./in-time.js";
export { runningRecorder, type Journal, type PerformPorts } from "./journal.js";
export { performCreate, tainted, type Performed } from "./perform-create.js";
export { afterDelete, performDelete, type Remains } from "./perform-delete.js";
export { performUpdate } from "./perform-update.js";
export { notBegun, unlessLeft, whyLeft } from "./unless-left.js";
export { runSteps, Stopped, type Slot } from "./run-steps.js";
