import { Dynamic, dynamicType, equalCty, isWhollyKnown, type CtyType, type CtyValue } from "../cty/index.js";

/** A value with its type, which is not dynamic unless the value is null or unknown. */
export interface Typed {
  readonly type: CtyType;
  readonly value: CtyValue;
}

export function typedOf(type: CtyType, value: CtyValue): Typed {
  return value instanceof Dynamic ? typedOf(value.type, value.value) : { type, value };
}

/** True if both values are wholly known and equal. Their types may differ. */
export function equalKnown(one: Typed, other: Typed): boolean {
  if (!isWhollyKnown(one.value) || !isWhollyKnown(other.value)) return false;
  if (one.type === other.type) return equalCty(one.type, one.value, other.value);
  return equalCty(dynamicType, new Dynamic(one.type, one.value), new Dynamic(other.type, other.value));
}
