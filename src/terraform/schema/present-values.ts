import {
  ephemeralOf,
  secretOf,
  setProperty,
  stronger,
  unknown,
  type Secrecy,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import {
  Decimal,
  Dynamic,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  isWhollyKnown,
  sortedSet,
  type CtyObject,
  type CtyValue,
} from "../cty/index.js";
import { marksAt, noMarks, type Marks } from "./marks.js";
import { programName, type Member, type ObjectPlace, type Place } from "./place.js";

/**
 * `outputs`: everything, null included. `inputs`: what a program would write, so without nulls in objects of the schema, without
 * absent blocks, and without ephemeral values. `everything`: also the write-only attributes, which are secret.
 */
export type Presentation = "outputs" | "inputs" | "everything";

/**
 * Returns an object under the names of programs. Sensitive attributes and marked parts are secret. Write-only attributes are left
 * out, unless everything is wanted. `within` is the mark of the value around it, which need not be repeated inside.
 */
export function presentObject(
  view: Presentation,
  place: ObjectPlace,
  value: CtyObject,
  marks: Marks,
  within?: Secrecy,
): ValueObject {
  const object: { [name: string]: Value } = {};
  for (const member of place.members.values()) {
    const isWriteOnly = member.attribute?.writeOnly === true;
    if (isWriteOnly && view !== "everything") continue;
    const part = value.get(member.name) ?? null;
    const partMarks = marksAt(marks, member.name);
    if (view === "inputs" && (partMarks.whole === "ephemeral" || isAbsent(member, part))) continue;
    const isSensitive = isWriteOnly || member.attribute?.sensitive === true;
    const sensitive = isSensitive && part !== null ? "secret" : undefined;
    const shown = presentValue(view, member.place, part, partMarks, within, sensitive);
    if (view === "inputs" && member.block?.nesting === "group" && isEmptyObject(shown)) continue;
    setProperty(object, programName(place, member.name), shown);
  }
  return object;
}

/** True if leaving the member out of the inputs means the same. */
function isAbsent({ block }: Member, value: CtyValue): boolean {
  const part = value instanceof Dynamic ? value.value : value;
  if (part === null) return true;
  if (block === undefined || block.nesting === "single" || block.nesting === "group") return false;
  return isCtyArray(part) ? part.length === 0 : isCtyObject(part) && part.size === 0;
}

function isEmptyObject(value: Value): boolean {
  return typeof value === "object" && value !== null && Reflect.ownKeys(value).length === 0;
}

/** Returns a value by the rules of `presentObject`. Names inside dynamic values are not converted. */
export function presentValue(
  view: Presentation,
  place: Place | undefined,
  value: CtyValue,
  marks: Marks,
  within?: Secrecy,
  sensitive?: Secrecy,
): Value {
  const mark = stronger(sensitive, marks.whole);
  if (mark === undefined || stronger(within, mark) === within)
    return presentPlain(view, place, value, marks, within);
  const inner = presentPlain(view, place, value, marks, mark);
  return mark === "ephemeral" ? ephemeralOf(inner) : secretOf(inner);
}

function presentPlain(
  view: Presentation,
  place: Place | undefined,
  value: CtyValue,
  marks: Marks,
  within: Secrecy | undefined,
): Value {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return String(value);
  if (value instanceof Decimal) return value.text;
  if (isCtyUnknown(value)) return unknown;
  if (value instanceof Dynamic) return presentPlain(view, place, value.value, marks, within);
  if (isCtyArray(value)) return presentArray(view, place, value, marks, within);
  if (!isCtyObject(value)) throw new Error("A value of an unknown kind. This is a bug in Coconut.");
  if (place?.kind === "object") return presentObject(view, place, value, marks, within);
  return presentMap(view, place?.kind === "map" ? place.element : undefined, value, marks, within);
}

function presentArray(
  view: Presentation,
  place: Place | undefined,
  values: readonly CtyValue[],
  marks: Marks,
  within: Secrecy | undefined,
): Value {
  if (place?.kind === "set") {
    // Which element is which is only known when all are.
    if (view === "outputs" && !isWhollyKnown(values)) return unknown;
    return sortedSet(place.element.type, values).map((value) =>
      presentValue(view, place.element, value, noMarks, within),
    );
  }
  return values.map((value, index) => {
    const partMarks = marksAt(marks, index);
    // The other elements keep their indexes.
    if (view === "inputs" && partMarks.whole === "ephemeral") return null;
    return presentValue(view, elementPlace(place, index), value, partMarks, within);
  });
}

function elementPlace(place: Place | undefined, index: number): Place | undefined {
  if (place?.kind === "tuple") return place.elements[index];
  return place?.kind === "list" ? place.element : undefined;
}

function presentMap(
  view: Presentation,
  element: Place | undefined,
  value: CtyObject,
  marks: Marks,
  within: Secrecy | undefined,
): Value {
  const object: { [key: string]: Value } = {};
  for (const [key, part] of value) {
    const partMarks = marksAt(marks, key);
    if (view === "inputs" && partMarks.whole === "ephemeral") continue;
    setProperty(object, key, presentValue(view, element, part, partMarks, within));
  }
  return object;
}
