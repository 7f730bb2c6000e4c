import type { StorePlace, StoreTest } from "./conformance/index.js";

/**
 * Everything that a store has to do, as tests for a backend. They are loaded when they are asked for: whoever only
 * keeps state does not pay for them.
 *
 * ```ts
 * for (const { name, run } of await testStore(makePlace)) test(name, run);
 * ```
 */
export async function testStore(makePlace: () => Promise<StorePlace>): Promise<readonly StoreTest[]> {
  const conformance = await import("./conformance/index.js");
  return conformance.storeTests(makePlace);
}
