/**
 * How what a program hands over is recognised: by registered symbols, so that Outputs, resources and assets of another copy
 * of this package in the process are known too.
 */
import type {
  Expression,
  Registration,
  ResourceFields,
  ResourceHandle,
  ResourceKind,
} from "../../model/index.js";

/** Where an Output keeps its expression. */
export const expressionKey: unique symbol = Symbol.for("coconut.Output") as never;

/** The expression behind an object if that is an Output. */
export function expressionIn(value: object): Expression | undefined {
  return (value as { readonly [expressionKey]?: Expression })[expressionKey];
}

/** Where a resource object keeps its registration. */
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

/** How `Resource`, and so every class below it, can be told from other classes. */
export const resourceClassKey: unique symbol = Symbol.for("coconut.ResourceClass") as never;

export function isResourceClass(value: unknown): value is object {
  return typeof value === "function" && resourceClassKey in value;
}

/** How a class says what its resources are; inherited. */
export const kindKey: unique symbol = Symbol.for("coconut.kind") as never;

/** How a class that was made from a schema carries its fields. Its prototype has a getter for each. */
export const schemaKey: unique symbol = Symbol.for("coconut.schema") as never;

/** How a class says that a package makes what is in its components. */
export const remoteKey: unique symbol = Symbol.for("coconut.remote") as never;

export type ResourceClass = Function & {
  readonly [kindKey]?: ResourceKind;
  readonly [remoteKey]?: boolean;
  readonly [schemaKey]?: ResourceFields;
};

/** Where an asset or archive object keeps what it is made of. */
export const assetFace: unique symbol = Symbol.for("coconut.AssetFace") as never;

/**
 * What an asset or archive of the program is made of. Its content may be an Output: the engine reads and
 * hashes it when it is known.
 */
export interface AssetFace {
  readonly kind: "asset" | "archive";
  readonly source: "text" | "path" | "uri" | "assets";
  readonly content: unknown;
}

export function assetFaceOf(value: object): AssetFace | undefined {
  return (value as { [assetFace]?: AssetFace })[assetFace];
}
