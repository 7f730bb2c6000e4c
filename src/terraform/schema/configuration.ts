import { isArray, isObject, isSecret, isUnknown, type Value, type ValueObject } from "../../model/index.js";
import {
  ctyUnknown,
  dedupeSet,
  Dynamic,
  isCtyUnknown,
  sameType,
  type CtyObject,
  type CtyValue,
} from "../cty/index.js";
import { blocksOf } from "./block-values.js";
import { ConfigurationWalk, type ConfigurationFault } from "./configuration-walk.js";
import { describeValue, primitiveValue } from "./configured-primitive.js";
import { inferDynamic } from "./infer-dynamic.js";
import type { Marks } from "./marks.js";
import { readMembers } from "./configured-members.js";
import {
  isComputedOnly,
  placeOf,
  type CollectionPlace,
  type Member,
  type ObjectPlace,
  type Place,
  type TuplePlace,
} from "./place.js";
import type { Block, NestedBlock } from "./schema.js";

/** The configuration that the inputs of a program stand for, or why there is none. */
export type Configured =
  | { readonly kind: "configured"; readonly value: CtyObject; readonly marks: Marks }
  | { readonly kind: "faults"; readonly faults: readonly ConfigurationFault[] };

/**
 * Returns the configuration of a resource, data source or provider. Absent attributes are null, absent blocks empty. Secret and
 * ephemeral values are opened; `marks` says where they were. Numbers, booleans and their texts convert into each other, as in
 * Terraform; nothing else does.
 */
export function configurationOf(block: Block, inputs: ValueObject): Configured {
  const walk = new ConfigurationWalk();
  const value = objectValue(walk, placeOf(block), inputs);
  const { faults, marks } = walk;
  return faults.length > 0 ? { kind: "faults", faults } : { kind: "configured", value, marks };
}

function objectValue(walk: ConfigurationWalk, place: ObjectPlace, given: ValueObject): CtyObject {
  return readMembers(walk, place, given, memberValue);
}

function memberValue(walk: ConfigurationWalk, { place, block }: Member, given: Value): CtyValue {
  if (block === undefined) return valueAt(walk, place, given);
  return blocksOf(block, opened(walk, { place, block }, given, blockValue));
}

/** Returns the value of an attribute, or of a part of one. Null after a fault. */
function valueAt(walk: ConfigurationWalk, place: Place, given: Value): CtyValue {
  return opened(walk, place, given, knownValue);
}

/** Opens secrets, and answers null and unknown for any place. */
function opened<At>(
  walk: ConfigurationWalk,
  place: At,
  given: Value,
  read: (walk: ConfigurationWalk, place: At, given: Value) => CtyValue,
): CtyValue {
  if (given === null || given === undefined) return null;
  if (isUnknown(given)) return ctyUnknown;
  if (!isSecret(given)) return read(walk, place, given);
  walk.enterSecret(given);
  const value = opened(walk, place, given.value, read);
  walk.leaveSecret();
  return value;
}

function knownValue(walk: ConfigurationWalk, place: Place, given: Value): CtyValue {
  switch (place.kind) {
    case "object":
      return isObject(given) ? objectValue(walk, place, given) : refuse(walk, "an object", given);
    case "map":
      return isObject(given) ? mapValue(walk, place, given) : refuse(walk, "an object", given);
    case "list":
    case "set":
      return isArray(given) ? arrayValue(walk, place, given, valueAt) : refuse(walk, "an array", given);
    case "tuple":
      return isArray(given) ? tupleValue(walk, place, given) : refuse(walk, "an array", given);
    case "dynamic":
      return inferDynamic(walk, given);
    default:
      return primitiveValue(walk, place.kind, given);
  }
}

type ReadElement = (walk: ConfigurationWalk, place: Place, given: Value) => CtyValue;

function arrayValue(
  walk: ConfigurationWalk,
  { kind, element }: CollectionPlace,
  given: readonly Value[],
  read: ReadElement,
  step: (index: number) => number | undefined = (index) => index,
): CtyValue {
  const isOutermostSet = kind === "set" && walk.enterSet();
  const values: CtyValue[] = [];
  for (let index = 0; index < given.length && !walk.isFull; index++) {
    walk.enter(step(index), index);
    values.push(read(walk, element, given[index]));
    walk.leave(step(index));
  }
  walk.leaveSet(isOutermostSet);
  if (element.kind === "dynamic") checkOneType(walk, values);
  return kind === "set" ? dedupeSet(element.type, values) : values;
}

function mapValue(
  walk: ConfigurationWalk,
  { element }: CollectionPlace,
  given: ValueObject,
  read: ReadElement = valueAt,
): CtyValue {
  const values = new Map<string, CtyValue>();
  for (const [key, part] of Object.entries(given)) {
    if (part === undefined || walk.isFull) continue;
    const normal = key.normalize("NFC");
    walk.enter(key, normal);
    values.set(normal, read(walk, element, part));
    walk.leave(key);
  }
  if (element.kind === "dynamic") checkOneType(walk, [...values.values()]);
  return values;
}

/** A collection has one type of elements, even if its schema leaves it to the value. */
function checkOneType(walk: ConfigurationWalk, values: readonly CtyValue[]): void {
  const types = values.flatMap((value) => (value instanceof Dynamic ? [value.type] : []));
  if (!types.every((type) => sameType(type, types[0]!)))
    walk.fault("All elements must have the same type, but they differ.");
}

function tupleValue(walk: ConfigurationWalk, { elements }: TuplePlace, given: readonly Value[]): CtyValue {
  if (given.length !== elements.length) {
    walk.fault(`Expected an array with ${elements.length} elements, but it has ${given.length}.`);
    return null;
  }
  return elements.map((element, index) => {
    walk.enter(index, index);
    const value = valueAt(walk, element, given[index]);
    walk.leave(index);
    return value;
  });
}

interface BlockPlace {
  readonly place: Place;
  readonly block: NestedBlock;
}

function blockValue(walk: ConfigurationWalk, { place, block }: BlockPlace, given: Value): CtyValue {
  if (place.kind === "map")
    return isObject(given) ? mapValue(walk, place, given, blockElement) : refuse(walk, "an object", given);
  if (place.kind !== "list" && place.kind !== "set") return knownValue(walk, place, given);
  if (isArray(given)) {
    checkCount(walk, block, given.length);
    return arrayValue(walk, place, given, blockElement);
  }
  // As in Terraform's own language, where a single block needs no list. Many schemas do not say that there is at most one.
  if (isObject(given)) return arrayValue(walk, place, [given], blockElement, () => undefined);
  return refuse(walk, "an object or an array of objects", given);
}

function blockElement(walk: ConfigurationWalk, place: Place, given: Value): CtyValue {
  const value = valueAt(walk, place, given);
  if (value === null && (given === null || given === undefined)) refuse(walk, "an object", given);
  return isCtyUnknown(value) && place.kind === "object" ? unknownElement(place) : value;
}

/**
 * Returns the block of which only its presence is known. Providers made with SDKv2 crash if an element of a collection of blocks is
 * unknown; they accept an unknown collection.
 */
function unknownElement({ members }: ObjectPlace): CtyObject {
  return new Map(
    [...members.values()].map((member) => [member.name, isComputedOnly(member) ? null : ctyUnknown]),
  );
}

function checkCount(walk: ConfigurationWalk, { minItems, maxItems }: NestedBlock, count: number): void {
  if (count < minItems) walk.fault(`Expected at least ${elements(minItems)}, but there are ${count}.`);
  if (maxItems > 0 && count > maxItems)
    walk.fault(`Expected at most ${elements(maxItems)}, but there are ${count}.`);
}

function elements(count: number): string {
  return count === 1 ? "1 element" : `${count} elements`;
}

function refuse(walk: ConfigurationWalk, expected: string, given: Value): null {
  const { text, hint } = describeValue(given);
  walk.fault(`Expected ${expected}, but got ${text}.`, hint === undefined ? {} : { hint });
  return null;
}
