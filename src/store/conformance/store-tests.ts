import { idleTests } from "./idle-tests.js";
import { keyTests } from "./key-tests.js";
import { leaseTests } from "./lease-tests.js";
import { lockTests } from "./lock-tests.js";
import { pruneTests } from "./prune-tests.js";
import { rawTests } from "./raw-tests.js";
import { restoreTests } from "./restore-tests.js";
import type { StorePlace } from "./sample-stack.js";
import { stateTests } from "./state-tests.js";

/** Returns all conformance tests, each with its own place. */
export function storeTests(makePlace: () => Promise<StorePlace>): StoreTest[] {
  const tests = {
    ...stateTests,
    ...lockTests,
    ...leaseTests,
    ...keyTests,
    ...pruneTests,
    ...rawTests,
    ...restoreTests,
    ...idleTests,
  };
  return Object.entries(tests).map(([name, test]) => ({ name, run: async () => test(await makePlace()) }));
}

/** One conformance test of a store. `run` throws if it fails. */
export interface StoreTest {
  readonly name: string;
  readonly run: () => Promise<void>;
}
