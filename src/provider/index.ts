/**
 * How a provider is written: fields as schemas, hooks as functions, a class per resource type.
 *
 * For authors. Imports: model, sdk. Hooks are called in `typed/`, packages found in `host/`, both behind `contract/`.
 * Never decides what happens to a resource; importing it loads no schema library.
 */
export {
  conflicts,
  exactlyOneOf,
  requiredWith,
  rule,
  type Constraint,
  type FieldGroup,
  type Rule,
} from "./constraint.js";
export { decodeField } from "./decode-field.js";
export { defineProvider } from "./define-provider.js";
export type { Fields } from "./fields.js";
export type * from "./hook-calls.js";
export type { Provider } from "./provider.js";
export type { ComponentHooks, ComponentType, ConstructCall, DefinedComponent } from "./provider-component.js";
export type { DefinedFunction, FunctionHooks, InvokeCall, ProviderFunction } from "./provider-function.js";
export type { ResourceHooks } from "./resource-hooks.js";
export { reference } from "./reference.js";
export { schemaOf } from "./schema-of.js";
export { definitionOf, type DefinedResource, type ResourceType } from "./resource-type.js";
export { secret } from "./secret.js";
export { writeOnly, type WriteOnlySchema } from "./write-only.js";
export { NoEffectError } from "./no-effect-error.js";
export { RetryableError } from "./retryable-error.js";
export { UncertainError } from "./uncertain-error.js";
export { isUnknown, type Unknown } from "../model/index.js";
// The declarations that the compiler writes for a provider name these; from here they need no second import.
export type { Callable, Input, Output } from "../sdk/index.js";
