/**
 * The API for provider authors: fields as schemas, hooks as functions, a class per resource type.
 *
 * Imports: model, sdk, terraform, wire. `typed/` calls hooks, `terraform/` runs Terraform providers, and `host/` finds
 * packages, all behind the interfaces in `contract/`. Never decides what happens to a resource. Importing it loads no
 * schema library.
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
// Compiled declarations of a provider refer to these types; exporting them here avoids a second import.
export type { Callable, Input, Output } from "../sdk/index.js";
