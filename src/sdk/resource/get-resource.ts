import { located } from "../recording/located.js";
import { CallSite } from "../recording/position.js";
import type { ResourceClass } from "../recording/brands.js";
import { hydrate, type AnyResource } from "./hydrate.js";
import type { Resource } from "./resource.js";

/**
 * The resource of this stack with a URN: the program's own, else as state has it. Nothing is registered by it. It is
 * an object of the class that is given, else of the one that is known for its type, else one of any properties.
 *
 * ```ts
 * const bucket = coconut.getResource("urn:pulumi:dev::shop::aws:s3:Bucket::logs", Bucket);
 * ```
 */
export function getResource(urn: string): AnyResource;
export function getResource<R extends Resource>(
  urn: string,
  resourceClass: abstract new (...parameters: never[]) => R,
): R;
export function getResource(urn: string, resourceClass?: ResourceClass): object {
  const site = new CallSite(getResource);
  try {
    return hydrate({ urn, position: site.position, as: resourceClass });
  } catch (error) {
    throw located(error, site);
  }
}
