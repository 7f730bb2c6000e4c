import { markedAs, setProperty, type Value, type ValueObject } from "../../model/index.js";
import { topNamesOf } from "./names.js";
import { placeOf, type Member, type Place } from "./place.js";
import type { Block } from "./schema.js";

/**
 * Returns inputs of a program with the sensitive and write-only ones marked as secret, each one as a whole: also if only a part of
 * it is sensitive.
 */
export function withSecretInputs(block: Block, inputs: ValueObject): ValueObject {
  const { members } = placeOf(block);
  const { schema } = topNamesOf(block);
  const marked: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(inputs)) {
    const member = members.get(schema.get(name) ?? name);
    const isMarked = member !== undefined && value !== null && isSensitive(member);
    setProperty(marked, name, isMarked ? markedAs("secret", value) : value);
  }
  return marked;
}

function isSensitive({ attribute, place }: Member): boolean {
  return attribute?.sensitive === true || attribute?.writeOnly === true || hasSensitive(place);
}

function hasSensitive(place: Place): boolean {
  if (place.kind === "object") return [...place.members.values()].some(isSensitive);
  if (place.kind === "tuple") return place.elements.some(hasSensitive);
  return "element" in place && hasSensitive(place.element);
}
