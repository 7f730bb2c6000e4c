import { isArray, isObject, isSecret, isUnknown, type Value, type ValueObject } from "../../model/index.js";
import {
  boolType,
  ctyUnknown,
  Dynamic,
  dynamicType,
  numberOfJs,
  numberType,
  stringType,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { describeValue } from "./configured-primitive.js";
import type { ConfigurationWalk } from "./configuration-walk.js";

/**
 * Returns the value for a place of dynamic type, with the type that Terraform gives to such a literal: arrays are tuples, objects
 * are objects, whose keys are kept as they are. Null and unknown parts have the type dynamic.
 */
export function inferDynamic(walk: ConfigurationWalk, given: Value): CtyValue {
  const { type, value } = infer(walk, given, 0);
  return type.kind === "dynamic" ? value : new Dynamic(type, value);
}

/** Above the nesting of any real value, and far below the limit of the stack. */
export const deepestDynamic = 200;

interface Typed {
  readonly type: CtyType;
  readonly value: CtyValue;
}

const nullValue: Typed = { type: dynamicType, value: null };
const unknownValue: Typed = { type: dynamicType, value: ctyUnknown };

function infer(walk: ConfigurationWalk, given: Value, depth: number): Typed {
  if (given === null || given === undefined) return nullValue;
  if (isUnknown(given)) return unknownValue;
  if (isSecret(given)) {
    walk.enterSecret(given);
    const typed = infer(walk, given.value, depth);
    walk.leaveSecret();
    return typed;
  }
  if (typeof given === "string") return { type: stringType, value: given.normalize("NFC") };
  if (typeof given === "boolean") return { type: boolType, value: given };
  if (typeof given === "number" && Number.isFinite(given))
    return { type: numberType, value: numberOfJs(given) };
  if (depth >= deepestDynamic) {
    walk.fault(`The value is nested more than ${deepestDynamic} levels deep.`);
    return nullValue;
  }
  if (isArray(given)) return inferTuple(walk, given, depth + 1);
  if (isObject(given)) return inferObject(walk, given, depth + 1);
  const { text, hint } = describeValue(given);
  walk.fault(`Expected a plain value, but got ${text}.`, hint === undefined ? {} : { hint });
  return nullValue;
}

function inferTuple(walk: ConfigurationWalk, given: readonly Value[], depth: number): Typed {
  const elements: CtyType[] = [];
  const values: CtyValue[] = [];
  for (let index = 0; index < given.length && !walk.isFull; index++) {
    walk.enter(index, index);
    const { type, value } = infer(walk, given[index], depth);
    walk.leave(index);
    elements.push(type);
    values.push(value);
  }
  return { type: { kind: "tuple", elements }, value: values };
}

function inferObject(walk: ConfigurationWalk, given: ValueObject, depth: number): Typed {
  const attributes = new Map<string, CtyType>();
  const values = new Map<string, CtyValue>();
  for (const [key, part] of Object.entries(given)) {
    if (part === undefined || walk.isFull) continue;
    const normal = key.normalize("NFC");
    walk.enter(key, normal);
    const { type, value } = infer(walk, part, depth);
    walk.leave(key);
    attributes.set(normal, type);
    values.set(normal, value);
  }
  return { type: { kind: "object", attributes }, value: values };
}
