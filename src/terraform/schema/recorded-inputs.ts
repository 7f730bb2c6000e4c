import type { ValueObject } from "../../model/index.js";
import { Dynamic, isCtyArray, isCtyObject, type CtyObject, type CtyValue } from "../cty/index.js";
import { noMarks, type Marks } from "./marks.js";
import { placeOf, type Member, type Place } from "./place.js";
import { presentObject } from "./present-values.js";
import type { Block } from "./schema.js";

/**
 * Returns the inputs that state records for a configuration. They give the same configuration again, except for write-only and
 * ephemeral values, which are left out. Sensitive attributes are secret.
 */
export function recordedInputs(block: Block, config: CtyObject, marks: Marks = noMarks): ValueObject {
  return presentObject("inputs", placeOf(block), config, marks);
}

/** True if a write-only attribute has a value, so that the recorded inputs are not the whole configuration. */
export function hasUnrecorded(block: Block, config: CtyObject): boolean {
  return hasWriteOnly(placeOf(block), config);
}

function hasWriteOnly(place: Place, value: CtyValue): boolean {
  if (value === null || !declaresWriteOnly(place)) return false;
  if (value instanceof Dynamic) return hasWriteOnly(place, value.value);
  if (place.kind === "object" && isCtyObject(value)) {
    for (const { name, attribute, place: inner } of place.members.values()) {
      const part = value.get(name) ?? null;
      if (part !== null && (attribute?.writeOnly === true || hasWriteOnly(inner, part))) return true;
    }
    return false;
  }
  if (!("element" in place)) return false;
  const parts = isCtyObject(value) ? [...value.values()] : isCtyArray(value) ? value : [];
  return parts.some((part) => hasWriteOnly(place.element, part));
}

/** Few schemas have write-only attributes, so most values need not be searched. */
function declaresWriteOnly(place: Place): boolean {
  let answer = declared.get(place);
  if (answer === undefined) {
    const isWriteOnly = (member: Member) =>
      member.attribute?.writeOnly === true || declaresWriteOnly(member.place);
    answer =
      place.kind === "object"
        ? [...place.members.values()].some(isWriteOnly)
        : "element" in place && declaresWriteOnly(place.element);
    declared.set(place, answer);
  }
  return answer;
}

const declared = new WeakMap<Place, boolean>();
