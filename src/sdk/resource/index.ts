/**
 * Resource classes: constructing one records what the program asks for, and fills its fields with Outputs.
 *
 * Imports the recording and the Outputs beside it. Never asks a provider anything.
 */
export { ComponentResource } from "./component-resource.js";
export { CustomResource } from "./custom-resource.js";
export { ProviderResource } from "./provider-resource.js";
export { RemoteComponent } from "./remote-component.js";
export { Resource } from "./resource.js";
export type * from "./resource-options.js";
