import { fold, insideSecret, type PartKey } from "./fold.js";
import { isArray, isEphemeral, isObject, isSecret, type Value } from "./value.js";

/** The places in a value that hold something ephemeral, each as a list of keys. */
export function ephemeralPaths(value: Value): readonly ValuePath[] {
  // Relative to the node, so that a part which stands in several places is found in each.
  return fold<Value, readonly ValuePath[]>(value, (node) => {
    if (isEphemeral(node)) return { result: whole };
    const parts = partsOf(node);
    return { parts, join: (found) => found.flatMap((paths, index) => below(parts[index]![0], paths)) };
  });
}

export type ValuePath = readonly (string | number)[];

const whole: readonly ValuePath[] = [[]];

function below(key: PartKey, paths: readonly ValuePath[]): readonly ValuePath[] {
  return typeof key === "symbol" ? paths : paths.map((path) => [key, ...path]);
}

function partsOf(value: Value): readonly (readonly [PartKey, Value])[] {
  if (isArray(value)) return Array.from(value, (item, index) => [index, item]);
  if (isSecret(value)) return [[insideSecret, value.value]];
  return isObject(value) ? Object.entries(value) : [];
}
