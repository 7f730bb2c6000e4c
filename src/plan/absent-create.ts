import type { Intent, Planned } from "../model/index.js";

/**
 * True if a create can be repeated from its recorded intent. It cannot if the call used inputs that are not
 * recorded, or opaque bytes of the provider's plan for this call.
 */
export function isRepeatable({ unrecorded, opaque }: Pick<Planned, "unrecorded" | "opaque">): boolean {
  return unrecorded !== true && opaque === undefined;
}

/**
 * Decides about an interrupted create that certainly made nothing: `repeat` it with its original inputs, or `drop`
 * it, so that the object is planned again with the current inputs.
 */
export function decideAbsentCreate({ repeatable }: Pick<Intent, "repeatable">): "repeat" | "drop" {
  return repeatable === false ? "drop" : "repeat";
}
