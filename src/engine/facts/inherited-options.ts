import { nearestOptions, type RegisteredOptions, type Registration } from "../../model/index.js";

/** The options of a resource, with those that it takes over from the component it is in unless it says otherwise. */
export function inheritedOptions(registration: Registration): RegisteredOptions {
  const { parent, options } = registration;
  return parent === undefined ? options : { ...options, ...nearestOptions(registration) };
}
