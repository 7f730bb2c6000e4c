/**
 * Calls that a program makes to providers besides declaring resources: provider functions, and methods of resources.
 *
 * Only records the calls; the engine makes them.
 */
export { call, type Callable } from "./call.js";
export { invoke } from "./invoke.js";
export type { InvokeOptions, InvokeOutputOptions } from "./invoke-options.js";
export { invokeOutput } from "./invoke-output.js";
export type { NamedArguments, NamedResult, ProviderFunction } from "./provider-function.js";
