/**
 * Performs steps: intent, call, outcome. The intent is durable before the call; the outcome is before anything is
 * done to the world that follows from it, and becomes so together with the intents that it releases.
 *
 * Effects. Imports `model/`, `graph/`, `program/`, `provider/`. Is handed a journal, not a store, and holds no
 * decision: what to do, and with what, arrives in the task.
 */
export { callWith, inTime, longestChangeMs } from "./in-time.js";
export { runningRecorder, type Journal, type PerformPorts } from "./journal.js";
export { performCreate, tainted, type CreateTask, type Performed } from "./perform-create.js";
export { afterDelete, performDelete, type Deleted, type DeleteTask, type Remains } from "./perform-delete.js";
export { performUpdate, type UpdateTask } from "./perform-update.js";
export { notBegun, unlessLeft } from "./unless-left.js";
export { runSteps, Stopped, type Dispatch, type Slot } from "./run-steps.js";
