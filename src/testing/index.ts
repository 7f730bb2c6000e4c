/**
 * The public API for tests of programs and providers: the real engine with fakes for the infrastructure.
 *
 * Imports: asset, engine, model, operations, plan, program, provider, render, sdk, store. No face imports it.
 */
export { FakeCloud, type Cloud, type CloudObject, type Effect } from "./cloud/index.js";
export { fakeProvider, type FakeOverrides, type FakeProvider, type FakeTypes } from "./fake-provider.js";
export {
  testProvider,
  type ProviderSample,
  type ProviderTest,
  type SampleObject,
  type TestProviderOptions,
  type TestTime,
} from "./provider-kit/index.js";
export { testStore, type StorePlace, type StoreTest } from "../store/index.js";
export { testProgram, TestEvaluation, TestProgram } from "./test-program.js";
export type { TestAnswers, TestProgramOptions, TestValue } from "./test-program.js";
export { testStack, type TestStackOptions } from "./test-stack.js";
