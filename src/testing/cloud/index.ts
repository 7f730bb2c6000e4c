/**
 * An in-memory cloud for tests, with strict rules and a record of everything that was done to it.
 *
 * Imports nothing of Coconut. Strict on purpose: it refuses everything that a real cloud might refuse.
 */
export { CloudError, type Cloud, type CloudObject, type Properties } from "./cloud.js";
export { FakeCloud, type Effect } from "./fake-cloud.js";
