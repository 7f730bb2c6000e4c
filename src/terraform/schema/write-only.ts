import { Dynamic, isCtyArray, isCtyObject, type CtyObject, type CtyValue } from "../cty/index.js";
import type { Attribute, Block, NestedBlock } from "./schema.js";

/** The attributes of an object, and its blocks if it is one. */
interface Members {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly blocks?: ReadonlyMap<string, NestedBlock> | undefined;
}

/** Returns a configuration without its write-only values: null in their place. */
export function withoutWriteOnly(block: Block, config: CtyObject): CtyObject {
  return hasWriteOnly(block) ? cleared(block, config) : config;
}

/**
 * Returns a configuration with the write-only values of another one. An attribute or block that has write-only parts inside is
 * taken as a whole.
 */
export function withWriteOnly(block: Block, config: CtyObject, from: CtyObject): CtyObject {
  if (!hasWriteOnly(block)) return config;
  const filled = new Map(config);
  for (const [name, inside] of membersOf(block))
    if (inside === "write-only" || hasWriteOnly(inside)) filled.set(name, from.get(name) ?? null);
  return filled;
}

/** True if an attribute is write-only, at any depth. Few schemas have any: values of all others need no search. */
export function hasWriteOnly(members: Members | undefined): boolean {
  if (members === undefined) return false;
  let known = writeOnly.get(members);
  if (known === undefined) {
    known = [...membersOf(members)].some(([, inside]) => inside === "write-only" || hasWriteOnly(inside));
    writeOnly.set(members, known);
  }
  return known;
}

/** Schemas are immutable and searched for every resource. */
const writeOnly = new WeakMap<Members, boolean>();

/** Returns what is inside each member: nothing, other members, or a write-only value. */
function* membersOf({
  attributes,
  blocks,
}: Members): Iterable<[name: string, Members | "write-only" | undefined]> {
  for (const [name, attribute] of attributes)
    yield [name, attribute.writeOnly ? "write-only" : attribute.nested];
  for (const [name, { block }] of blocks ?? []) yield [name, block];
}

function cleared(members: Members, value: CtyObject): CtyObject {
  const result = new Map(value);
  for (const [name, inside] of membersOf(members)) {
    if (inside === "write-only") result.set(name, null);
    else if (inside !== undefined && hasWriteOnly(inside))
      result.set(name, clearedInside(inside, value.get(name) ?? null));
  }
  return result;
}

/** Clears one object, or all objects in a collection. */
function clearedInside(members: Members, value: CtyValue): CtyValue {
  if (value instanceof Dynamic) return new Dynamic(value.type, clearedInside(members, value.value));
  if (isCtyArray(value)) return value.map((each) => clearedInside(members, each));
  if (!isCtyObject(value)) return value;
  const isObject = [...membersOf(members)].every(([name]) => value.has(name));
  if (isObject) return cleared(members, value);
  return new Map([...value].map(([key, each]) => [key, clearedInside(members, each)]));
}
