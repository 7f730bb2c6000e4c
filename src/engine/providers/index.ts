/**
 * Providers as the engine uses them: found for a resource, configured once, called in their turn and in time, with
 * their answers unwrapped.
 *
 * Never decides what is called.
 */
export { accepted } from "./accepted.js";
export { guardedHost, type CallTimes } from "./guarded-host.js";
export { ProviderPool, type PooledProvider } from "./provider-pool.js";
