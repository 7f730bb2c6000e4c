/**
 * The progress of a run: the state after each event, rendered as lines that are updated in place and as permanent
 * lines.
 *
 * Pure. Time is an argument.
 */
export { downloadLines, type Download } from "./download-lines.js";
export { elapsedText, runningText } from "./elapsed-text.js";
export { eventText, waitingLine, type WaitingEvent } from "./event-text.js";
export { progressAfter, startProgress } from "./progress.js";
export { heartbeatLine, progressText } from "./progress-text.js";
