/**
 * A world for tests: a cloud in memory with strict rules and a record of everything that was done to it, and the
 * same cloud behind a port of this machine, so that it outlives a process that is killed.
 *
 * Imports nothing of Coconut. Never forgives: what a real cloud might refuse, it refuses.
 */
export { CloudError, type Cloud, type CloudObject, type Properties } from "./cloud.js";
export { cloudClient } from "./cloud-client.js";
export { serveCloud } from "./cloud-server.js";
export { FakeCloud, type Effect } from "./fake-cloud.js";
