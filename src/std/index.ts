/**
 * Additions to the standard library of Node.
 *
 * Imports: nothing. Does not depend on Coconut; every folder may import it.
 */
export type { AtOnce } from "./at-once.js";
export { deferred, type Deferred } from "./deferred.js";
export { durationText } from "./duration-text.js";
export { environmentWithout } from "./environment-without.js";
export { hideTexts, type HideTexts } from "./hide-texts.js";
export { Limiter } from "./limiter.js";
export { nearestName } from "./nearest-name.js";
export { PriorityQueue } from "./priority-queue.js";
export { startTimeOf } from "./process-start.js";
export { SharedTime } from "./shared-time.js";
export { shellWord } from "./shell-word.js";
export { longestDelayMs, pause, quietTimer, systemTimer, type Timer } from "./timer.js";
export { unlessAborted } from "./until-aborted.js";
export { isTimeout, neverAborted, withinTime } from "./within-time.js";
