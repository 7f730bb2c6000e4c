/**
 * What every store has to do, as tests that a backend of any kind can be put to, and the samples they are made of.
 *
 * Needs no test runner: a test is a name and a function that throws.
 */
export { sampleMachine, type SampleMachine } from "./sample-machine.js";
export { creation, sampleIntent, sampleObject, sampleResource } from "./sample-records.js";
export { openSample, refusal, request, type PlaceTest, type StorePlace } from "./sample-stack.js";
export { testStore, type StoreTest } from "./store-tests.js";
