/**
 * Renders the logs and performance counters of resources.
 *
 * Makes provider output printable.
 */
export { logLineText, type ShownLogLine } from "./log-line-text.js";
export { countersText, statsText, type ShownStats } from "./stats-text.js";
