import type { StorePlace, StoreTest } from "./conformance/index.js";

/**
 * Returns the conformance tests for a store backend. They are loaded on demand, so that programs that only use a store
 * do not load them.
 *
 * ```ts
 * for (const { name, run } of await testStore(makePlace)) test(name, run);
 * ```
 */
export async function testStore(makePlace: () => Promise<StorePlace>): Promise<readonly StoreTest[]> {
  const conformance = await import("./conformance/index.js");
  return conformance.storeTests(makePlace);
}
