import {
  deleteAt,
  getAt,
  getProperty,
  hasAt,
  isArray,
  isObject,
  parsePropertyPath,
  setAt,
  stripSecrets,
  wildcard,
  type PathSegment,
  type Value,
  type ValueObject,
} from "../../../model/index.js";

/** Inputs in which ignored changes are replaced by the recorded values. */
export interface KeptInputs {
  /** The inputs that still have to be decoded. */
  readonly given: ValueObject;
  /** Whole fields with their recorded, decoded values. */
  readonly kept: ValueObject;
}

/**
 * Replaces ignored changes by the recorded values, including unknown values. Removes properties that are absent in the
 * recorded inputs. If the parent of a property is gone from the program, so is the property; that is a change of the
 * parent.
 */
export function ignoreChanges(
  paths: readonly string[],
  inputs: ValueObject,
  recorded: ValueObject,
  fields: readonly string[],
): KeptInputs {
  if (paths.length === 0) return { given: inputs, kept: {} };
  const parsed = paths.map((path) => withoutLastWildcards(parsePropertyPath(path)));
  const isWhole = (field: string) =>
    parsed.some(([first, second]) => second === undefined && (first === undefined || first === field));
  const whole = fields.filter(isWhole);
  const nested = parsed.filter((path) => path.length > 1 && !whole.includes(path[0] as string));
  const rest: ValueObject = Object.fromEntries(
    Object.entries(inputs).filter(([field]) => !whole.includes(field)),
  );
  return {
    given: nested.reduce((current, path) => keepAt(current, recorded, path), rest),
    kept: Object.fromEntries(
      whole
        .filter((field) => Object.hasOwn(recorded, field))
        .map((field) => [field, getProperty(recorded, field)]),
    ),
  };
}

/** A trailing wildcard means the whole value, including the number of its elements. */
function withoutLastWildcards(path: readonly PathSegment[]): readonly PathSegment[] {
  return path.at(-1) === wildcard ? withoutLastWildcards(path.slice(0, -1)) : path;
}

function keepAt(inputs: ValueObject, recorded: ValueObject, path: readonly PathSegment[]): ValueObject {
  let kept: Value = inputs;
  for (const concrete of concretePaths(path, inputs, recorded)) {
    const before = getAt(recorded, concrete);
    const parent = stripSecrets(getAt(kept, concrete.slice(0, -1)));
    const hasPlace = isObject(parent) || (isArray(parent) && hasAt(kept, concrete) === true);
    if (before === undefined) kept = deleteAt(kept, concrete);
    else if (hasPlace) kept = setAt(kept, concrete, before);
  }
  return kept as ValueObject;
}

/** Expands the wildcards of a path to the keys that exist in any of the roots. */
function concretePaths(
  path: readonly PathSegment[],
  ...roots: readonly Value[]
): readonly (readonly PathSegment[])[] {
  return path.reduce<readonly (readonly PathSegment[])[]>(
    (begun, segment) =>
      begun.flatMap((way) =>
        segment === wildcard ? keysAt(way, roots).map((key) => [...way, key]) : [[...way, segment]],
      ),
    [[]],
  );
}

function keysAt(way: readonly PathSegment[], roots: readonly Value[]): readonly (string | number)[] {
  const keys = roots.flatMap((root): readonly (string | number)[] => {
    const value = stripSecrets(getAt(root, way));
    if (isArray(value)) return [...value.keys()];
    return isObject(value) ? Object.keys(value) : [];
  });
  return [...new Set(keys)];
}
