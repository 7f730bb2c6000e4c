import { located } from "../recording/located.js";
import { CallSite } from "../recording/position.js";
import type { ResourceClass } from "../recording/brands.js";
import { hydrate, type AnyResource } from "./hydrate.js";
import type { Resource } from "./resource.js";

/**
 * Returns the resource of this stack with a URN: the one that the program declared, else the one in state. It does not
 * register anything. The result is an object of the given class, else of the class registered for its type, else an
 * object with an Output for every property that is read.
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
