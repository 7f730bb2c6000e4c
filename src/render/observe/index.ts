/**
 * What resources log and count, as people read it.
 *
 * What comes from providers is made printable here.
 */
export { logLineText, type ShownLogLine } from "./log-line-text.js";
export { countersText, statsText, type ShownStats } from "./stats-text.js";
