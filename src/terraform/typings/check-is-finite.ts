import type { Block, NestedType } from "../schema/index.js";

/** Throws if a schema contains itself. None that was decoded can: the members of a message are finite. */
export function checkIsFinite(type: string, block: Block, around: ReadonlySet<object> = new Set()): void {
  if (around.has(block)) throw new Error(`The schema of ${type} contains itself. This is a bug in Coconut.`);
  const inside = new Set([...around, block]);
  for (const { nested } of block.attributes.values())
    if (nested !== undefined) checkNested(type, nested, inside);
  for (const { block: inner } of block.blocks.values()) checkIsFinite(type, inner, inside);
}

function checkNested(type: string, nested: NestedType, around: ReadonlySet<object>): void {
  if (around.has(nested)) throw new Error(`The schema of ${type} contains itself. This is a bug in Coconut.`);
  const inside = new Set([...around, nested]);
  for (const { nested: inner } of nested.attributes.values())
    if (inner !== undefined) checkNested(type, inner, inside);
}
