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

/** Inputs in which the recorded value stands where a change is to be ignored. */
export interface KeptInputs {
  /** What is still to be decoded. */
  readonly given: ValueObject;
  /** Whole fields that are kept as they are recorded, decoded. */
  readonly kept: ValueObject;
}

/**
 * Puts the recorded value wherever a change is not to be acted on, also in place of one that is not known yet.
 * What is recorded as absent is left out. Where the way to a property has gone from the program, so has the
 * property, and that is a change further up.
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

/** All elements of something are the thing itself, their number included. */
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

/** The path with every key that its wildcards stand for in either of the two. */
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
