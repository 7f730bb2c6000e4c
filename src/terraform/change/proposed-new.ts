import {
  ctyUnknown,
  dedupeSet,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  type CtyObject,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { blocksOf, emptyBlock, plainBlocks } from "../schema/index.js";
import type { Attribute, Block, NestedBlock, Nesting } from "../schema/index.js";
import { elementOf, hasNested, memberOf, type AttributeWithNested, type Members } from "./members.js";
import { pairSets } from "./set-pairs.js";

/**
 * Returns the state that Coconut proposes to the provider: the configuration, with the prior values of computed attributes that
 * it leaves null. Parts of the configuration that do not change are shared.
 */
export function proposedNew(block: Block, prior: CtyValue, config: CtyValue): CtyValue {
  if (config === null) return prior;
  if (!isCtyObject(config)) return prior ?? emptyBlock(block);
  return proposedObject(block, prior, config);
}

/**
 * Returns a placeholder for an object of which only the configuration is known, such as a data source that is read later: every
 * computed attribute that the configuration leaves null is unknown.
 */
export function proposedUnknown(block: Block, config: CtyValue): CtyValue {
  return proposedNew(block, ctyUnknown, config);
}

function proposedObject(members: Members, prior: CtyValue, config: CtyObject): CtyObject {
  // Without a prior object, every computed attribute stays null, at every level.
  if (prior === null) return config;
  let proposed: Map<string, CtyValue> | undefined;
  for (const [name, attribute] of members.attributes) {
    const given = memberOf(config, name);
    const value = proposedAttribute(attribute, memberOf(prior, name), given);
    if (value !== given) (proposed ??= new Map(config)).set(name, value);
  }
  for (const [name, nested] of members.blocks ?? []) {
    const given = memberOf(config, name);
    const value = proposedBlocks(nested, memberOf(prior, name), given);
    if (value !== given) (proposed ??= new Map(config)).set(name, value);
  }
  return proposed ?? config;
}

function proposedAttribute(attribute: Attribute, prior: CtyValue, config: CtyValue): CtyValue {
  // A prior value that the provider cannot have computed came from a configuration: the user removed it.
  if (config === null && attribute.computed) return isConfigured(attribute, prior) ? null : prior;
  if (!hasNested(attribute)) return config;
  const { type, nested } = attribute;
  const object = "element" in type ? type.element : type;
  return proposedParts({ ...nested, type: object }, prior, config);
}

function proposedBlocks(nested: NestedBlock, prior: CtyValue, config: CtyValue): CtyValue {
  const { nesting, block } = nested;
  const given = plainBlocks(nested, config);
  const proposed = proposedParts({ ...block, nesting }, plainBlocks(nested, prior), given);
  return proposed === given ? config : blocksOf(nested, proposed);
}

type Parts = Members & { readonly nesting: Nesting; readonly type: CtyType };

/** Null and unknown, as a whole or as an element, stay as configured. So do elements that have no prior element. */
function proposedParts(parts: Parts, prior: CtyValue, config: CtyValue): CtyValue {
  if (config === null || isCtyUnknown(config) || prior === null) return config;
  const propose = (before: CtyValue, given: CtyValue) =>
    isCtyObject(given) ? proposedObject(parts, before, given) : given;
  if (parts.nesting === "single" || parts.nesting === "group") return propose(prior, config);
  if (isCtyObject(config)) return mapEntries(config, (given, key) => propose(memberOf(prior, key), given));
  if (!isCtyArray(config)) return config;
  if (parts.nesting !== "set")
    return mapElements(config, (given, index) => propose(elementOf(prior, index), given));
  const partners = isCtyArray(prior) ? pairSets(parts, parts.type, prior, config) : config.map(() => prior);
  const proposed = mapElements(config, (given, index) => propose(partners[index]!, given));
  return dedupeSet(parts.type, proposed);
}

/** True if an optional attribute holds a value that only a configuration can have given. */
function isConfigured(attribute: Attribute, prior: CtyValue): boolean {
  return attribute.optional && hasNested(attribute) && holdsConfigured(attribute, prior);
}

function holdsConfigured({ nested }: AttributeWithNested, value: CtyValue): boolean {
  return objectsIn(nested.nesting, value).some((object) =>
    [...nested.attributes].some(([name, attribute]) => {
      const part = memberOf(object, name);
      if (part === null) return false;
      return !attribute.computed || (hasNested(attribute) && holdsConfigured(attribute, part));
    }),
  );
}

function objectsIn(nesting: Nesting, value: CtyValue): readonly CtyObject[] {
  const parts = isCtyArray(value)
    ? value
    : nesting === "map" && isCtyObject(value)
      ? [...value.values()]
      : [value];
  return parts.filter(isCtyObject);
}

function mapElements(
  values: readonly CtyValue[],
  change: (value: CtyValue, index: number) => CtyValue,
): readonly CtyValue[] {
  const changed = values.map(change);
  return changed.every((value, index) => value === values[index]) ? values : changed;
}

function mapEntries(values: CtyObject, change: (value: CtyValue, key: string) => CtyValue): CtyObject {
  let changed: Map<string, CtyValue> | undefined;
  for (const [key, value] of values) {
    const next = change(value, key);
    if (next !== value) (changed ??= new Map(values)).set(key, next);
  }
  return changed ?? values;
}
