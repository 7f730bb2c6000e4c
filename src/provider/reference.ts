import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Resource } from "../sdk/index.js";
import { isResource, registrationOf } from "../sdk/internal.js";
import { componentDefinition } from "./provider-component.js";
import { definitionOf } from "./resource-type.js";

/**
 * The schema of a component field whose value is a resource of the given class. With any other schema, a resource is
 * replaced by its id.
 *
 * ```ts
 * inputs: { bucket: reference(Bucket), logs: reference(Bucket, { optional: true }) }
 * ```
 */
export function reference<R extends Resource>(resourceClass: ClassOf<R>): StandardSchemaV1<R, R>;
export function reference<R extends Resource>(
  resourceClass: ClassOf<R>,
  options: { readonly optional: true },
): StandardSchemaV1<R | undefined, R | undefined>;
export function reference<R extends Resource>(
  resourceClass: ClassOf<R>,
  { optional = false }: { readonly optional?: boolean } = {},
): StandardSchemaV1<R | undefined, R | undefined> {
  const validate = (value: unknown): StandardSchemaV1.Result<R | undefined> =>
    (optional && value === undefined) || (isResource(value) && fits(value, resourceClass))
      ? { value: value as R | undefined }
      : { issues: [{ message: `Expected a resource of class ${resourceClass.name}.` }] };
  return { "~standard": { version: 1, vendor: "coconut", validate } };
}

type ClassOf<R> = abstract new (...parameters: never[]) => R;

/** Compares types, because a class may come from another copy of the provider, or from a reloaded program. */
function fits(value: object, resourceClass: Function): boolean {
  if (value instanceof resourceClass) return true;
  const type = (definitionOf(resourceClass) ?? componentDefinition(resourceClass))?.type;
  return type !== undefined && registrationOf(value).type === type;
}
