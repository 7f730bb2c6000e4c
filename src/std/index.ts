/**
 * What Node should have had.
 *
 * Imports nothing of Coconut and knows nothing of it; every folder may import it.
 */
export { deferred, type Deferred } from "./deferred.js";
export { Limiter } from "./limiter.js";
export { PriorityQueue } from "./priority-queue.js";
export { quietTimer, systemTimer, type Timer } from "./timer.js";
