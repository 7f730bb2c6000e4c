import {
  canonicalKey,
  Dynamic,
  equalCty,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { plainBlocks, type Attribute, type NestedBlock, type Nesting } from "../schema/index.js";
import { hasNested, memberOf, type Members } from "./members.js";

/**
 * Returns the prior element for each element of a configured set, and null for those that have none. A pair is equal except for
 * computed attributes that the configuration leaves null. Each prior element is used once: by an equal element if there is one,
 * otherwise by the first that fits.
 */
export function pairSets(
  members: Members,
  type: CtyType,
  prior: readonly CtyValue[],
  config: readonly CtyValue[],
): readonly CtyValue[] {
  const fixed = [...members.attributes].filter(([, attribute]) => isFixed(attribute, config));
  const groupOf = (value: CtyValue) =>
    fixed.map(([name, { type }]) => canonicalKey(type, memberOf(value, name))).join();
  const groups = new Map<string, CtyValue[]>();
  for (const value of prior) {
    const key = groupOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  const candidates = config.map((value) => groups.get(groupOf(value)) ?? []);
  const equal = config.map((value, index) =>
    take(candidates[index]!, (candidate) => equalCty(type, candidate, value)),
  );
  return config.map(
    (value, index) =>
      equal[index] ?? take(candidates[index]!, (candidate) => canStem(members, candidate, value)) ?? null,
  );
}

/** Removes and returns the first value that fits. */
function take(values: CtyValue[], fits: (value: CtyValue) => boolean): CtyValue | undefined {
  const index = values.findIndex(fits);
  return index === -1 ? undefined : values.splice(index, 1)[0];
}

/** True if elements can only pair if they are equal in this attribute. Most pairs are ruled out by these. */
function isFixed(attribute: Attribute, config: readonly CtyValue[]): boolean {
  if (attribute.type.kind === "set") return true;
  if (hasNested(attribute)) return false;
  return !attribute.computed || config.every((value) => memberOf(value, attribute.name) !== null);
}

/** True if a prior object can be the result of a configuration: only computed attributes were added. */
function canStem(members: Members, prior: CtyValue, config: CtyValue): boolean {
  if (prior === null || isCtyUnknown(prior)) return true;
  if (!isCtyObject(config)) return false;
  for (const [name, attribute] of members.attributes)
    if (!canAttributeStem(attribute, memberOf(prior, name), memberOf(config, name))) return false;
  for (const [name, nested] of members.blocks ?? [])
    if (!canBlocksStem(nested, memberOf(prior, name), memberOf(config, name))) return false;
  return true;
}

function canAttributeStem(attribute: Attribute, prior: CtyValue, config: CtyValue): boolean {
  if (equalCty(attribute.type, prior, config)) return true;
  if (attribute.type.kind === "set" || (config instanceof Dynamic && config.type.kind === "set"))
    return false;
  if (hasNested(attribute)) return canPartsStem(attribute.nested.nesting, attribute.nested, prior, config);
  return attribute.computed && config === null;
}

function canBlocksStem(nested: NestedBlock, prior: CtyValue, config: CtyValue): boolean {
  const before = plainBlocks(nested, prior);
  const given = plainBlocks(nested, config);
  if (nested.nesting === "set") return equalCty({ kind: "set", element: nested.block.type }, before, given);
  return canPartsStem(nested.nesting, nested.block, before, given);
}

/** Only prior parts are looked at: the configuration may have more. */
function canPartsStem(nesting: Nesting, members: Members, prior: CtyValue, config: CtyValue): boolean {
  if (nesting === "single" || nesting === "group") return canStem(members, prior, config);
  if (isCtyArray(prior))
    return prior.every((part, index) => {
      const given = isCtyArray(config) ? config[index] : undefined;
      return given !== undefined && canStem(members, part, given);
    });
  if (!isCtyObject(prior)) return true;
  for (const [key, part] of prior) {
    const given = isCtyObject(config) ? config.get(key) : undefined;
    if (given === undefined || !canStem(members, part, given)) return false;
  }
  return true;
}
