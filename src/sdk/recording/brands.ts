/**
 * Registered symbols that identify Outputs, resources and assets. They also work for objects of another copy of this
 * package in the same process.
 */
import type {
  Expression,
  Registration,
  ResourceFields,
  ResourceHandle,
  ResourceKind,
} from "../../model/index.js";

/** The key under which an Output stores its expression. */
export const expressionKey: unique symbol = Symbol.for("coconut.Output") as never;

/** Returns the expression of an object if it is an Output. */
export function expressionIn(value: object): Expression | undefined {
  return (value as { readonly [expressionKey]?: Expression })[expressionKey];
}

/** The key under which a resource object stores its registration. */
export const registrationKey: unique symbol = Symbol.for("coconut.Resource") as never;

export interface BrandedResource {
  readonly [registrationKey]: Registration;
}

export function isResource(value: unknown): value is BrandedResource {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Partial<BrandedResource>)[registrationKey] !== undefined
  );
}

export function registrationOf(resource: object): Registration {
  return (resource as BrandedResource)[registrationKey];
}

export function handleOf(resource: BrandedResource): ResourceHandle {
  return resource[registrationKey];
}

/** The mark of `Resource` and every class that extends it. */
export const resourceClassKey: unique symbol = Symbol.for("coconut.ResourceClass") as never;

export function isResourceClass(value: unknown): value is object {
  return typeof value === "function" && resourceClassKey in value;
}

/** The key under which a class states the kind of its resources. Inherited. */
export const kindKey: unique symbol = Symbol.for("coconut.kind") as never;

/** The key under which a class made from a schema stores its fields. Its prototype has a getter for each. */
export const schemaKey: unique symbol = Symbol.for("coconut.schema") as never;

/** The mark of a class whose components are constructed by a package. */
export const remoteKey: unique symbol = Symbol.for("coconut.remote") as never;

export type ResourceClass = Function & {
  readonly [kindKey]?: ResourceKind;
  readonly [remoteKey]?: boolean;
  readonly [schemaKey]?: ResourceFields;
};

/** The key under which an asset or archive object stores its content. */
export const assetFace: unique symbol = Symbol.for("coconut.AssetFace") as never;

/**
 * The content of an asset or archive in the program. It may be an Output: the engine reads and hashes the content when
 * it is known.
 */
export interface AssetFace {
  readonly kind: "asset" | "archive";
  readonly source: "text" | "path" | "uri" | "assets";
  readonly content: unknown;
}

export function assetFaceOf(value: object): AssetFace | undefined {
  return (value as { [assetFace]?: AssetFace })[assetFace];
}
