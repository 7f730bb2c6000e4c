/**
 * A world for tests: a cloud in memory with strict rules and a record of everything that was done to it.
 *
 * Imports nothing of Coconut. Never forgives: what a real cloud might refuse, it refuses.
 */
export { CloudError, type Cloud, type CloudObject, type Properties } from "./cloud.js";
export { FakeCloud, type Effect } from "./fake-cloud.js";
