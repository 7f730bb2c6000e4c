/**
 * Encrypts secrets: canonical JSON with encrypted nodes, and the keys that decrypt them.
 *
 * Never prints the content of a secret, and never writes an unwrapped key.
 */
export { canonicalJson } from "./canonical-json.js";
export { authenticate, authenticateAndCount, keyedDigest, type DataKey } from "./data-key.js";
export { firstRing, KeyRing, openRing, rewrapped, withNewKey, withOldRetired } from "./key-ring.js";
export { Sealer, type Place } from "./sealed-value.js";
export { parseWrappedKeys, type WrappedKey } from "./wrapped-key.js";
export type { Wrapping } from "./wrapping.js";
