import type { Intent, Planned } from "../model/index.js";

/**
 * Whether a create can be made again from what its intent records. It cannot if the call used inputs that are not
 * recorded, or bytes of a plan that the provider made for this call.
 */
export function isRepeatable({ unrecorded, opaque }: Pick<Planned, "unrecorded" | "opaque">): boolean {
  return unrecorded !== true && opaque === undefined;
}

/**
 * What becomes of an interrupted create that certainly made nothing: `repeat` it as it was asked for then, or `drop` it, so
 * that the object is planned anew with what the program gives now.
 */
export function decideAbsentCreate({ repeatable }: Pick<Intent, "repeatable">): "repeat" | "drop" {
  return repeatable === false ? "drop" : "repeat";
}
