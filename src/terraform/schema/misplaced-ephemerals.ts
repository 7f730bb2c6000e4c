import type { CtyPath, CtyStep } from "../cty/index.js";
import type { MarkKey, Marks } from "./marks.js";
import { programPath } from "./paths.js";
import { placeOf, type Place } from "./place.js";
import type { Block } from "./schema.js";

/**
 * Returns the property paths of ephemeral values in a configuration that are not in write-only attributes. A resource must not have
 * them, because the provider would return them in its state.
 */
export function misplacedEphemerals(block: Block, marks: Marks): readonly string[] {
  return pathsBelow(placeOf(block), marks, []).map((path) => programPath(block, path));
}

function pathsBelow(place: Place | undefined, marks: Marks, path: CtyPath): readonly CtyPath[] {
  if (marks.whole === "ephemeral") return [path];
  return [...(marks.parts ?? [])].flatMap(([key, inner]) => {
    const member = place?.kind === "object" ? place.members.get(String(key)) : undefined;
    if (member?.attribute?.writeOnly === true) return [];
    return pathsBelow(member?.place ?? elementPlace(place, key), inner, [...path, stepOf(place, key)]);
  });
}

function elementPlace(place: Place | undefined, key: MarkKey): Place | undefined {
  if (place?.kind === "tuple") return place.elements[Number(key)];
  return place !== undefined && "element" in place ? place.element : undefined;
}

function stepOf(place: Place | undefined, key: MarkKey): CtyStep {
  if (typeof key === "number") return { index: key };
  return place?.kind === "map" ? { key } : { attribute: key };
}
