import { containsPath, deleteAt, getAt, parsePropertyPath, setAt, type PathSegment } from "../path/index.js";
import { containsSecret, diffValues, getProperty, type Value, type ValueObject } from "../value/index.js";
import type { Change } from "./change.js";

/** The property paths that `hideDiffs` of a resource hides. */
export interface HiddenPaths {
  /** Whether everything at a path is hidden. */
  covers(path: readonly PathSegment[]): boolean;
  /** Returns the value at a path without its hidden parts. */
  strip(value: Value, path: readonly PathSegment[]): Value;
  /** Returns the properties of a resource without hidden ones. */
  stripAll(properties: ValueObject): ValueObject;
}

export function hiddenPaths(texts: readonly string[] = []): HiddenPaths {
  return texts.length === 0 ? nothingHidden : hiddenBy(texts);
}

function hiddenBy(texts: readonly string[]): HiddenPaths {
  const paths = texts.map((text) => parsePropertyPath(text));
  const strip = (value: Value, at: readonly PathSegment[]): Value =>
    paths.reduce((rest, path) => (isBelow(path, at) ? deleteAt(rest, path.slice(at.length)) : rest), value);
  return {
    covers: (path) => paths.some((hidden) => containsPath(hidden, path)),
    strip,
    stripAll: (properties) => (strip(properties, []) ?? {}) as ValueObject,
  };
}

const nothingHidden = hiddenBy([]);

/**
 * Returns one property before and after, as it may be shown: without hidden parts. If a part becomes secret, its old
 * value is masked too.
 */
export function shownSides(
  hidden: HiddenPaths,
  path: readonly PathSegment[],
  before: ValueObject | undefined,
  after: ValueObject | undefined,
): Sides {
  const former = before && after && hushedAt(path, before, after);
  const [left, right] = [former ?? before, after].map((object) => hidden.strip(getAt(object, path), path));
  return { ...(left !== undefined && { before: left }), ...(right !== undefined && { after: right }) };
}

/** Only the first field of the path is examined, because there may be many fields. */
function hushedAt([field]: readonly PathSegment[], before: ValueObject, after: ValueObject): ValueObject {
  if (typeof field !== "string") return hushed(before, after);
  return hushed({ [field]: getProperty(before, field) }, { [field]: getProperty(after, field) });
}

export interface Sides {
  readonly before?: Value | undefined;
  readonly after?: Value | undefined;
}

/** Whether a hidden path may lead to the place or into it. */
function isBelow(hidden: readonly PathSegment[], place: readonly PathSegment[]): boolean {
  return containsPath(hidden.slice(0, place.length), place);
}

/** Returns the first object, masked wherever the second one contains a secret. */
export function hushed(before: ValueObject, after: ValueObject): ValueObject {
  if (!containsSecret(after)) return before;
  const becoming = diffValues(before, after).filter(({ secrecy }) => secrecy === "added");
  return becoming.reduce<Value>(
    (rest, change) => setAt(rest, change.path, change.before),
    before,
  ) as ValueObject;
}

/**
 * Returns the inputs of a resource as a plan shows them: as planned, or as far as they are known if a part of a field
 * is unknown.
 */
export function shownInputs({ planned, inputs }: Pick<Change, "planned" | "inputs">): ValueObject {
  if (planned === undefined) return inputs;
  const { partlyKnown } = planned;
  return partlyKnown === undefined ? planned.inputs : { ...planned.inputs, ...partlyKnown };
}
