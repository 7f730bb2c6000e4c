import { nearestOptions, type RegisteredOptions, type Registration } from "../../model/index.js";

/** Returns the options of a resource, including those that it inherits from its parent component. */
export function inheritedOptions(registration: Registration): RegisteredOptions {
  const { parent, options } = registration;
  return parent === undefined ? options : { ...options, ...nearestOptions(registration) };
}
