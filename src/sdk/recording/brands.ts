import type { Registration, ResourceHandle } from "../../model/index.js";

/** Where a resource object keeps its registration. Shared by all copies of the package in a process. */
export const registrationKey: unique symbol = Symbol.for("coconut.Resource") as never;

/** How `Resource`, and so every class below it, can be told from other classes. */
export const resourceClassKey: unique symbol = Symbol.for("coconut.ResourceClass") as never;

export function isResourceClass(value: unknown): value is object {
  return typeof value === "function" && resourceClassKey in value;
}

export interface BrandedResource {
  readonly [registrationKey]: Registration;
}

/** Works for resources of another copy of this package too. */
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
