import { dedupeSet, Dynamic, isCtyArray, isCtyObject, isCtyUnknown, type CtyValue } from "../cty/index.js";
import { emptyBlock, emptyBlocks, isDynamicBlock, unknownBlock, unknownBlocks } from "../schema/index.js";
import type { Block, NestedBlock } from "../schema/index.js";

/**
 * Returns an object of the legacy type system (SDKv2) with the blocks that the protocol asks for: missing blocks are empty, and
 * unknown ones are blocks with unknown attributes. Attributes, and blocks with dynamic attributes, stay as they are.
 */
export function normaliseLegacy(block: Block, value: CtyValue): CtyValue {
  if (!isCtyObject(value)) return value;
  let normal: Map<string, CtyValue> | undefined;
  for (const [name, nested] of block.blocks) {
    const before = value.get(name) ?? null;
    const after = normaliseBlocks(nested, before);
    if (after !== before) (normal ??= new Map(value)).set(name, after);
  }
  return normal ?? value;
}

function normaliseBlocks(nested: NestedBlock, value: CtyValue): CtyValue {
  if (value instanceof Dynamic || isDynamicBlock(nested.block)) return value;
  if (isCtyUnknown(value)) return unknownBlocks(nested);
  if (value === null) return emptyBlocks(nested);
  if (isCtyArray(value)) {
    const normal = value.map((part) => normaliseElement(nested.block, part));
    if (normal.every((part, index) => part === value[index])) return value;
    return nested.nesting === "set" ? dedupeSet(nested.block.type, normal) : normal;
  }
  return nested.nesting === "map" ? normaliseMap(nested.block, value) : normaliseLegacy(nested.block, value);
}

function normaliseElement(block: Block, value: CtyValue): CtyValue {
  if (isCtyUnknown(value)) return unknownBlock(block);
  return value === null ? emptyBlock(block) : normaliseLegacy(block, value);
}

function normaliseMap(block: Block, value: CtyValue): CtyValue {
  if (!isCtyObject(value)) return value;
  const normal = new Map([...value].map(([key, part]) => [key, normaliseElement(block, part)]));
  return [...normal].every(([key, part]) => part === value.get(key)) ? value : normal;
}
