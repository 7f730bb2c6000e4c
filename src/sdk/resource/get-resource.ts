import { located } from "../recording/located.js";
import { CallSite } from "../recording/position.js";
import type { AnyResource } from "./generic-resource.js";
import { hydrate } from "./hydrate.js";
import type { Resource } from "./resource.js";

/**
 * The resource of this stack with a URN: the program's own, else as state has it. Nothing is registered by it. It is
 * an object of the class that is known for its type, else one of any properties.
 *
 * ```ts
 * const bucket = coconut.getResource<Bucket>("urn:pulumi:dev::shop::aws:s3:Bucket::logs");
 * ```
 */
export function getResource<R extends Resource = AnyResource>(urn: string): R {
  const site = new CallSite(getResource);
  try {
    return hydrate({ urn, position: site.position }) as R;
  } catch (error) {
    throw located(error, site);
  }
}
