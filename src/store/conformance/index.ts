/**
 * Conformance tests for backends of any kind, and the sample data that they use.
 *
 * Needs no test runner: a test is a name and a function that throws.
 */
export { sampleMachine } from "./sample-machine.js";
export { creation, sampleIntent, sampleObject, sampleResource } from "./sample-records.js";
export { refusal, type StorePlace } from "./sample-stack.js";
export { storeTests, type StoreTest } from "./store-tests.js";
