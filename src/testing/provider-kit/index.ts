/**
 * What every provider has to do, as tests that the resource types of any package can be put to: through the real
 * engine with state in memory, and through the contract below it.
 *
 * Needs no test runner: a test is a name and a function that throws. Nothing in it stands in for the provider.
 */
export type { TestTime } from "./check.js";
export type { ProviderSample, SampleObject } from "./sample.js";
export { testProvider, type ProviderTest, type TestProviderOptions } from "./test-provider.js";
