import { isCtyArray, isCtyObject, type CtyObject, type CtyValue } from "../cty/index.js";
import { placeOf, type Member } from "./place.js";
import type { Block } from "./schema.js";
import { settableObject } from "./settable.js";

export interface StateOrigin {
  /** True for providers of the legacy type system. They return empty texts and collections for attributes that are not set. */
  readonly legacy?: boolean;
}

/**
 * Returns a configuration for an object of which only the state is known: the attributes and blocks that a program may set and
 * that have a value. `id` and `timeouts` are left out, and deprecated attributes if the provider keeps their value anyway.
 */
export function configurationOfState(
  block: Block,
  state: CtyObject,
  { legacy = false }: StateOrigin = {},
): CtyObject {
  const place = placeOf(block);
  const top = new Set(place.members.values());
  return settableObject(place, state, undefined, (member, value) => {
    if (top.has(member) && (isProviderId(member) || member.name === "timeouts")) return true;
    return isDeprecated(member) || (legacy && isUnset(member, value));
  });
}

function isProviderId({ name, attribute }: Member): boolean {
  return name === "id" && attribute?.optional === true && attribute.computed;
}

/** A deprecated attribute often conflicts with the one that replaces it. Without `computed`, leaving it out would be a change. */
function isDeprecated({ attribute }: Member): boolean {
  return attribute?.deprecated !== undefined && attribute.computed && !attribute.required;
}

function isUnset({ attribute }: Member, value: CtyValue): boolean {
  if (attribute === undefined || attribute.required) return false;
  if (isCtyArray(value)) return value.length === 0;
  return isCtyObject(value) ? value.size === 0 : value === "";
}
