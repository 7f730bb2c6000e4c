/**
 * Providers as the engine uses them: found for a resource, configured once, asked with their answers unwrapped.
 *
 * Never calls what changes the world.
 */
export { accepted } from "./accepted.js";
export { ProviderPool, type PooledProvider } from "./provider-pool.js";
