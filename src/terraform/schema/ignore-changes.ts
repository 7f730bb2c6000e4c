import { wildcard } from "../../model/index.js";
import {
  Dynamic,
  dynamicType,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  type CtyObject,
  type CtyStep,
  type CtyValue,
} from "../cty/index.js";
import { blocksOf, plainBlocks } from "./block-values.js";
import { dynamicObject, dynamicParts, dynamicTuple } from "./dynamic-parts.js";
import { patternOf, type PathPattern } from "./paths.js";
import { isComputedOnly, placeOf, type Member, type Place } from "./place.js";
import type { Block } from "./schema.js";
import { settable } from "./settable.js";

/** A configuration without the ignored changes. */
export interface KeptConfiguration {
  readonly config: CtyObject;
  /** The paths that the schema does not have. */
  readonly unknownPaths: readonly string[];
}

/**
 * Returns the configuration with the value of the prior state at every ignored path, so that the provider sees no change there.
 * A key of a map is added or removed as in the prior state. If the object or the list around a path is not configured, nothing is
 * kept: that is a change of the object or the list. Attributes that only the provider sets stay null, and write-only attributes
 * stay as they are, because state does not have them.
 */
export function ignoreChanges(
  block: Block,
  config: CtyObject,
  prior: CtyObject | null,
  paths: readonly string[],
): KeptConfiguration {
  const unknownPaths: string[] = [];
  let kept = config;
  for (const path of paths) {
    const pattern = patternOf(block, path);
    if (pattern === undefined) unknownPaths.push(path);
    else if (prior !== null) kept = keep(placeOf(block), kept, prior, pattern, 0) as CtyObject;
  }
  return { config: kept, unknownPaths };
}

/** Returns the same value if nothing changes. */
function keep(place: Place, config: CtyValue, prior: CtyValue, pattern: PathPattern, at: number): CtyValue {
  if (at === pattern.length) return settable(place, prior, config);
  if (isCtyUnknown(config) || prior === null) return config;
  if (place.kind === "dynamic") return keepInDynamic(config, prior, pattern, at);
  if (isCtyArray(config) && isCtyArray(prior)) return keepInArray(place, config, prior, pattern, at);
  if (!isCtyObject(prior)) return config;
  if (place.kind === "map" && (config === null || isCtyObject(config)))
    return keepInMap(place.element, config, prior, pattern, at);
  const step = pattern[at]!;
  if (place.kind !== "object" || !isCtyObject(config) || step === wildcard || !("attribute" in step))
    return config;
  return keepMember(place.members.get(step.attribute)!, config, prior, pattern, at + 1);
}

function keepMember(
  member: Member,
  config: CtyObject,
  prior: CtyObject,
  pattern: PathPattern,
  at: number,
): CtyObject {
  if (member.attribute?.writeOnly === true || isComputedOnly(member)) return config;
  const { name, block, place } = member;
  const mine = config.get(name) ?? null;
  const before = prior.get(name) ?? null;
  const kept =
    block === undefined
      ? keep(place, mine, before, pattern, at)
      : blocksOf(block, keep(place, plainBlocks(block, mine), plainBlocks(block, before), pattern, at));
  return kept === mine ? config : new Map([...config, [name, kept]]);
}

/** A map that is not configured gets the ignored keys too: they are how other tools add tags to an object. */
function keepInMap(
  element: Place,
  config: CtyObject | null,
  prior: CtyObject,
  pattern: PathPattern,
  at: number,
): CtyObject | null {
  const kept = new Map(config ?? []);
  let isChanged = false;
  const step = pattern[at]!;
  const keys = step === wildcard ? new Set([...kept.keys(), ...prior.keys()]) : [String(stepKey(step))];
  for (const key of keys) {
    const mine = kept.get(key);
    const before = prior.get(key);
    if (at + 1 < pattern.length) {
      if (mine === undefined || before === undefined) continue;
      const part = keep(element, mine, before, pattern, at + 1);
      isChanged ||= part !== mine;
      kept.set(key, part);
    } else if (before !== undefined) {
      isChanged = true;
      kept.set(key, settable(element, before, mine));
    } else isChanged = kept.delete(key) || isChanged;
  }
  return isChanged ? kept : config;
}

/** An index that the configuration or the prior state does not have is a change of the number of elements, which is not ignored. */
function keepInArray(
  place: Place,
  config: readonly CtyValue[],
  prior: readonly CtyValue[],
  pattern: PathPattern,
  at: number,
): readonly CtyValue[] {
  const step = pattern[at]!;
  const only = step === wildcard ? undefined : stepKey(step);
  const kept = config.map((part, index) => {
    const element =
      place.kind === "tuple" ? place.elements[index] : "element" in place ? place.element : place;
    const isMeant = (only === undefined || only === index) && index < prior.length && element !== undefined;
    return isMeant ? keep(element, part, prior[index]!, pattern, at + 1) : part;
  });
  return kept.every((part, index) => part === config[index]) ? config : kept;
}

function stepKey(step: CtyStep): string | number | undefined {
  if ("attribute" in step) return step.attribute;
  if ("key" in step) return step.key;
  return "index" in step ? Number(step.index) : undefined;
}

/** Configured dynamic values are tuples and objects of literals. Each part is treated as a dynamic value itself. */
function keepInDynamic(config: CtyValue, prior: CtyValue, pattern: PathPattern, at: number): CtyValue {
  if (!(config instanceof Dynamic) || !(prior instanceof Dynamic)) return config;
  const mine = dynamicParts(config);
  const before = dynamicParts(prior);
  if (isCtyArray(mine) && isCtyArray(before)) {
    const kept = keepInArray(dynamicPlace, mine, before, pattern, at);
    return kept === mine ? config : dynamicTuple(kept);
  }
  if (!isCtyObject(mine) || !isCtyObject(before)) return config;
  const kept = keepInMap(dynamicPlace, mine, before, pattern, at)!;
  return kept === mine ? config : dynamicObject(kept);
}

const dynamicPlace: Place = { kind: "dynamic", type: dynamicType };
