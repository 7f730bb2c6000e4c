/**
 * Providers as the engine uses them: found for a resource, configured once, asked with their answers unwrapped, in
 * their turn and in time.
 *
 * Never calls what changes the world.
 */
export { accepted } from "./accepted.js";
export { guardedHost, type CallTimes } from "./guarded-host.js";
export { ProviderPool, type PooledProvider } from "./provider-pool.js";
