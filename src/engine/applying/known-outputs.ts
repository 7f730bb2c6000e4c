import { isKnown, type ValueObject } from "../../model/index.js";

/** Outputs that came to a value, each; the others, which come from what was not made, keep their last one. */
export function knownOutputs(outputs: ValueObject, last: ValueObject): ValueObject {
  if (isKnown(outputs)) return outputs;
  const entries = Object.entries(outputs).flatMap(([name, value]) => {
    if (isKnown(value)) return [[name, value] as const];
    return Object.hasOwn(last, name) ? [[name, last[name]] as const] : [];
  });
  return Object.fromEntries(entries);
}
