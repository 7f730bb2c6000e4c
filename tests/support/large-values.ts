import { secretOf, type Value } from "../../src/model/value/index.js";

/** Arrays and objects inside each other, `depth` levels of them. */
export function nested(depth: number, innermost: Value): Value {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value, 0] : { in: value };
  return value;
}

/** Two to the power of `levels` paths to one leaf, in `levels` arrays. */
export function diamond(levels: number, leaf: Value): Value {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = [value, value];
  return value;
}

export function nestedSecret(depth: number, innermost: Value): Value {
  return secretOf(nested(depth, innermost));
}
