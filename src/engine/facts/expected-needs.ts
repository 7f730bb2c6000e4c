import { expressionsOf, type Registration, type ResourceHandle } from "../../model/index.js";
import { needsOfOptions, type ChildrenOf } from "./needs.js";
import { needsOfFields, resourcesOf } from "./own-fields.js";

/**
 * What a resource needs, as far as that can be told before anything is evaluated. What a callback returns may
 * add to it.
 */
export function expectedNeeds(
  registration: Registration,
  childrenOf: ChildrenOf,
): ReadonlySet<ResourceHandle> {
  const { inputs, options, origin, externalId } = registration;
  const dependsOn = resourcesOf(options.dependsOn === undefined ? [] : [options.dependsOn]);
  const ofOptions = expressionsOf(options).map(([, expression]) => expression);
  const given = [inputs, ...ofOptions, externalId, ...origin.map(({ to }) => to)];
  return new Set([
    ...resourcesOf(given.filter((expression) => expression !== undefined)),
    ...needsOfOptions(registration, dependsOn, childrenOf).map(({ to }) => to),
    ...needsOfFields(registration).map(({ to }) => to),
  ]);
}
