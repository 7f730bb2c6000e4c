/**
 * Plan files: a plan that is applied in another process, exactly as it was shown.
 *
 * The file is a tape of what providers answered while the plan was made, with all that the plan rests on, sealed
 * with the key of the stack. To apply it, the program is run again and planned again with answers from the tape
 * alone; if that gives the same plan, and only then, providers are called.
 *
 * Refuses whole, with the reason, before any call. Never decides what happens to a resource.
 */
export { openPlanFile, type OpenedPlanFile } from "./open-plan-file.js";
export type { PlanFilePorts } from "./plan-file-ports.js";
export type { FindCode } from "./provider-code.js";
export { Recording } from "./recording.js";
export { Replay } from "./replay.js";
export { tapedHost } from "./taped-host.js";
export { writePlanFile } from "./write-plan-file.js";
