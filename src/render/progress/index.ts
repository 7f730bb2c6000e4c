/**
 * A run while it goes on: what is known of it after each event, and how that is told, as lines that change and as
 * lines that stay.
 *
 * Pure. Time comes as an argument.
 */
export { elapsedText, runningText } from "./elapsed-text.js";
export { eventText, waitingLine, type WaitingEvent } from "./event-text.js";
export { progressAfter, startProgress } from "./progress.js";
export { heartbeatLine, progressText } from "./progress-text.js";
