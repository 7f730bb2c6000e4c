/**
 * What Node should have had.
 *
 * Imports nothing of Coconut and knows nothing of it; every folder may import it.
 */
export { deferred, type Deferred } from "./deferred.js";
export { jsonMembers, type JsonFault, type JsonMember, type JsonMembers } from "./json-members.js";
export { Limiter } from "./limiter.js";
export { nearestName } from "./nearest-name.js";
export { PriorityQueue } from "./priority-queue.js";
export { shellWord } from "./shell-word.js";
export { timeoutSignal } from "./timeout-signal.js";
export { quietTimer, systemTimer, type Timer } from "./timer.js";
export { untilAborted } from "./until-aborted.js";
