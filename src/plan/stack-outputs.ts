import {
  anyOutput,
  isObject,
  isSecret,
  isUnknown,
  secretOf,
  unknown,
  type Value,
  type ValueObject,
} from "../model/index.js";

/**
 * The outputs of a stack by name, from the value that its program returned. A secret makes each output secret. If
 * the whole value is not known yet, neither are the recorded outputs, and `anyOutput` stands for those that may come.
 * A program that returned something other than an object has no outputs.
 */
export function stackOutputs(returned: Value, recorded: ValueObject): ValueObject {
  if (isObject(returned)) return returned;
  if (isSecret(returned)) return mapped(stackOutputs(returned.value, recorded), secretOf);
  if (!isUnknown(returned)) return {};
  return { ...mapped(recorded, () => unknown), [anyOutput]: unknown };
}

function mapped(outputs: ValueObject, change: (value: Value) => Value): ValueObject {
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, change(value)]));
}
