/**
 * The requirements for every provider, as tests for the resource types of any package. They run through the real engine
 * with state in memory, and through the provider contract below it.
 *
 * Needs no test runner: a test is a name and a function that throws. The provider itself is never replaced by a fake.
 */
export type { TestTime } from "./check.js";
export type { ProviderSample, SampleObject } from "./sample.js";
export { testProvider, type ProviderTest, type TestProviderOptions } from "./test-provider.js";
