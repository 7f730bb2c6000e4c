import {
  ctyUnknown,
  Dynamic,
  generalise,
  hasDynamic,
  isCtyArray,
  isCtyObject,
  type CtyObject,
  type CtyValue,
} from "../cty/index.js";
import type { Block, NestedBlock } from "./schema.js";

/** Returns the value of a block with nothing in it: null attributes, empty collections of blocks, no single block. */
export function emptyBlock(block: Block): CtyObject {
  const parts = new Map<string, CtyValue>();
  for (const name of block.attributes.keys()) parts.set(name, null);
  for (const [name, nested] of block.blocks) parts.set(name, emptyBlocks(nested));
  return parts;
}

/** Returns the value of a member that holds no blocks. */
export function emptyBlocks(nested: NestedBlock): CtyValue {
  if (nested.nesting === "single") return null;
  if (nested.nesting === "group") return emptyBlock(nested.block);
  return blocksOf(nested, nested.nesting === "map" ? new Map<string, CtyValue>() : []);
}

/** Returns a block of which nothing is known but its presence: providers accept unknown attributes, and no unknown blocks. */
export function unknownBlock(block: Block): CtyObject {
  const parts = new Map<string, CtyValue>();
  for (const name of block.attributes.keys()) parts.set(name, ctyUnknown);
  for (const [name, nested] of block.blocks) parts.set(name, unknownBlocks(nested));
  return parts;
}

/** Returns a member that stands for an unknown number of blocks: one unknown block, or no entry for a map. */
export function unknownBlocks(nested: NestedBlock): CtyValue {
  if (nested.nesting === "map") return emptyBlocks(nested);
  const block = unknownBlock(nested.block);
  return nested.nesting === "single" || nested.nesting === "group" ? block : blocksOf(nested, [block]);
}

/**
 * Returns the blocks of a member as an object, a list, a map, null or unknown, with each block of the block's type: lists and maps
 * of blocks with dynamic attributes lose the type of their own.
 */
export function plainBlocks(nested: NestedBlock, value: CtyValue): CtyValue {
  if (!(value instanceof Dynamic)) return value;
  const { kind } = value.type;
  const element = nested.block.type;
  const isList = kind === "tuple" || kind === "list" || kind === "set";
  return generalise(value.type, { kind: isList ? "list" : "map", element }, value.value);
}

/** Returns the value of a member that holds these blocks: the inverse of `plainBlocks`. */
export function blocksOf(nested: NestedBlock, plain: CtyValue): CtyValue {
  const isFlexible = nested.nesting === "list" || nested.nesting === "map";
  if (!isFlexible || !isDynamicBlock(nested.block)) return plain;
  const type = nested.block.type;
  if (isCtyArray(plain)) return new Dynamic({ kind: "tuple", elements: plain.map(() => type) }, plain);
  if (!isCtyObject(plain)) return plain;
  const attributes = new Map([...plain.keys()].map((key) => [key, type]));
  return new Dynamic({ kind: "object", attributes }, plain);
}

const dynamicBlocks = new WeakMap<Block, boolean>();

/** True if an attribute of the block, or of a block in it, is dynamic or has a dynamic part. */
export function isDynamicBlock(block: Block): boolean {
  const known = dynamicBlocks.get(block);
  if (known !== undefined) return known;
  const isDynamic = hasDynamic(block.type);
  dynamicBlocks.set(block, isDynamic);
  return isDynamic;
}
