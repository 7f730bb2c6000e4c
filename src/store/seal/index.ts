/**
 * How secrets are kept: canonical JSON with sealed nodes, and the keys that open them.
 *
 * Never prints what a secret holds, and never writes a key that is not wrapped.
 */
export { canonicalJson } from "./canonical-json.js";
export { authenticate, authenticateAndCount, keyedDigest, type DataKey } from "./data-key.js";
export { firstRing, KeyRing, openRing, rewrapped, withNewKey, withOldRetired } from "./key-ring.js";
export { Sealer, type Place } from "./sealed-value.js";
export { parseWrappedKeys, type WrappedKey } from "./wrapped-key.js";
export type { Wrapping } from "./wrapping.js";
