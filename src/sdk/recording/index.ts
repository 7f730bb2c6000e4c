/**
 * How a program is recorded: which one is running, where its code stands, and copies of what it hands over.
 *
 * The one ambient thing is the context, bound to the async context. Never runs a program or a callback itself.
 */
export { capture } from "./capture.js";
export { callbackContext, programContext, runIn, type Context } from "./context.js";
export { Recorder, type ProgramSettings } from "./recorder.js";
