/**
 * The public API for programs: Outputs, resource classes, options, configuration.
 *
 * Only records what the program declares. Imports: model. Its only ambient state is the context in `recording/`, which
 * is bound to the async context. Never evaluates an Output, calls a provider or reads state.
 */
export * as asset from "./output/asset.js";
export { all, apply, ephemeral, isSecret, output, secret, unsecret, unwrap } from "./output/combinators.js";
export { forEach, when } from "./output/members.js";
export { ComponentResource } from "./resource/component-resource.js";
export { Config } from "./config.js";
export { CustomResource } from "./resource/custom-resource.js";
export { call, invoke, invokeOutput } from "./function/index.js";
export type * from "./function/index.js";
export { isOutput } from "./output/output.js";
export type { Output } from "./output/output.js";
export { ProviderResource } from "./resource/provider-resource.js";
export { registerTransform } from "./resource/register-transform.js";
export { RemoteComponent } from "./resource/remote-component.js";
export { Resource } from "./resource/resource.js";
export type * from "./resource/resource-options.js";
export type { Input, InputShape, OutputShape, PlainShape, Unwrap } from "./output/shape.js";
export type { AnyResource } from "./resource/hydrate.js";
export { getResource } from "./resource/get-resource.js";
export { registerResourceClass } from "./resource/resource-classes.js";
export { getNamespace, getProject, getStack } from "./stack-info.js";
export { StackReference, type StackName } from "./stack-reference.js";
export { concat, interpolate, jsonParse, jsonStringify } from "./text.js";
export { PropertyPath, Urn } from "../model/index.js";
