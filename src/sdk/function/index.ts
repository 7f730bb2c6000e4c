/**
 * What a program asks of providers beside resources: their functions, and methods of resources.
 *
 * It only records what is asked; the engine answers.
 */
export { call, type Callable } from "./call.js";
export { invoke } from "./invoke.js";
export type { InvokeOptions, InvokeOutputOptions } from "./invoke-options.js";
export { invokeOutput } from "./invoke-output.js";
export type { NamedArguments, NamedResult, ProviderFunction } from "./provider-function.js";
