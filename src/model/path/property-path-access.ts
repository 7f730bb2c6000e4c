import { DiagnosticError } from "../diagnostic.js";
import {
  ephemeralOf,
  getProperty,
  isArray,
  isEphemeral,
  isObject,
  isSecret,
  isUnknown,
  kindOf,
  markedLike,
  secretOf,
  unknown,
  type Unknown,
  type Value,
  type ValueObject,
} from "../value/index.js";
import { problem } from "./diagnostics.js";
import { refuseLongPath, wildcard, type PathSegment } from "./path-segment.js";
import { printPropertyPath } from "./property-path-text.js";

type Segments = readonly PathSegment[];

/**
 * Returns the value at a path; undefined if there is none. A value inside a secret is secret, and a value inside an
 * unknown is unknown. Keys only apply to objects, and indexes only to arrays.
 *
 * A path with wildcards returns an array with one item for each matching element, undefined where the rest of the path
 * does not exist. The array is unknown if the number of its items is unknown, and secret if that number is secret.
 */
export function getAt(value: Value, path: Segments): Value {
  const reached = reach(value, path);
  if (!path.includes(wildcard)) return reached.values[0];
  const list = reached.countIsUnknown ? unknown : reached.values;
  return reached.countIsSecret ? secretOf(list) : list;
}

/** Whether there is a value at the path, null included. With wildcards: at any matching place. */
export function hasAt(value: Value, path: Segments): boolean | Unknown {
  const last = path.at(-1);
  if (last === undefined) return value !== undefined;
  const parents = reach(value, path.slice(0, -1));
  let undecided = parents.countIsUnknown;
  for (const parent of parents.values) {
    const inner = reveal(parent);
    if (isUnknown(inner)) undecided = true;
    else if (last === wildcard ? elementsOf(inner).length > 0 : elementAt(inner, last) !== undefined)
      return true;
  }
  return undecided ? unknown : false;
}

/**
 * Returns a copy with another value at the path, or at every place that its wildcards match. The last step may be a new
 * key; everything before it must exist, and indexes must be in range. Secrets along the path stay secret; an unknown
 * along the path stays unchanged.
 */
export function setAt(value: Value, path: Segments, replacement: Value): Value {
  refuseLongPath(path.length);
  return edit(value, path, 0, { kind: "set", value: replacement });
}

/**
 * Returns a copy without the value at the path: a key is removed, and an array element becomes null so that the others
 * keep their indexes. If there is no such value, nothing changes. Secrets and unknowns are treated as in `setAt`.
 */
export function deleteAt(value: Value, path: Segments): Value {
  refuseLongPath(path.length);
  return edit(value, path, 0, { kind: "delete" });
}

interface Reached {
  readonly values: readonly Value[];
  readonly countIsUnknown: boolean;
  readonly countIsSecret: boolean;
}

function reach(value: Value, path: Segments): Reached {
  let values: readonly Value[] = [value];
  let countIsUnknown = false;
  let countIsSecret = false;
  for (const segment of path) {
    if (segment === wildcard) {
      countIsUnknown ||= values.some((item) => isUnknown(reveal(item)));
      countIsSecret ||= values.some(isSecret);
      values = values.flatMap(elementsWithin);
    } else {
      values = values.map((item) => stepInto(item, segment));
    }
  }
  return { values, countIsUnknown, countIsSecret };
}

function stepInto(value: Value, segment: string | number): Value {
  const inner = reveal(value);
  const element = isUnknown(inner) ? unknown : elementAt(inner, segment);
  return isSecret(value) && element !== undefined ? markedLike(value, element) : element;
}

function elementAt(value: Value, segment: string | number): Value {
  if (typeof segment === "number") return isArray(value) ? value[segment] : undefined;
  return isObject(value) ? getProperty(value, segment) : undefined;
}

function elementsOf(value: Value): readonly Value[] {
  if (isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

/** Of a secret list, that the list is secret is told with the whole. */
function elementsWithin(value: Value): readonly Value[] {
  const elements = elementsOf(reveal(value));
  return isEphemeral(value) ? elements.map(ephemeralOf) : elements;
}

function reveal(value: Value): Value {
  return isSecret(value) ? value.value : value;
}

type Edit = { readonly kind: "set"; readonly value: Value } | { readonly kind: "delete" };

/** Returns undefined if the value is removed. Unchanged parts are shared with the original. */
function edit(value: Value, path: Segments, at: number, change: Edit): Value {
  const segment = path[at];
  if (segment === undefined) return change.kind === "set" ? change.value : undefined;
  if (isUnknown(value)) return value;
  if (isSecret(value)) {
    const inner = edit(value.value, path, at, change);
    return inner === value.value ? value : markedLike(value, inner);
  }
  if (segment === wildcard) return editAll(value, (element) => edit(element, path, at + 1, change));
  if (typeof segment === "string" && isObject(value)) {
    return withProperty(value, segment, edit(getProperty(value, segment), path, at + 1, change));
  }
  if (typeof segment === "number" && isArray(value)) {
    if (segment in value) return withItem(value, segment, edit(value[segment], path, at + 1, change));
    if (change.kind === "set") refuseIndex(value.length, path, at);
  }
  if (change.kind === "set") refuseStep(value, path, at);
  return value;
}

function editAll(value: Value, change: (element: Value) => Value): Value {
  if (isArray(value)) {
    const items = value.map((item) => change(item) ?? null);
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  if (!isObject(value)) return value;
  const before = Object.entries(value);
  const after = before.map(([key, element]) => [key, change(element)] as const);
  if (after.every(([, element], index) => Object.is(element, before[index]![1]))) return value;
  return Object.fromEntries(after.filter(([, element]) => element !== undefined));
}

function withItem(array: readonly Value[], index: number, item: Value): readonly Value[] {
  return Object.is(item, array[index]) ? array : array.with(index, item ?? null);
}

function withProperty(object: ValueObject, key: string, value: Value): ValueObject {
  if (Object.is(value, getProperty(object, key))) return object;
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  // A computed key defines an own property, even if it is `__proto__`.
  return { ...object, [key]: value };
}

function refuseStep(value: Value, path: Segments, at: number): never {
  const kind = kindOf(value);
  const found = kind === "null" ? "is absent or null" : `is a value of kind ${kind}`;
  const wanted = typeof path[at] === "number" ? "has no elements" : "has no properties";
  throw new DiagnosticError(
    problem("model/path-parent-missing", {
      detail: `${printPropertyPath(path.slice(0, at))} ${found}, so it ${wanted} to set.`,
      path: printPropertyPath(path),
      hint: "Set the missing object or array itself: only the last step of a path may be new.",
    }),
  );
}

function refuseIndex(length: number, path: Segments, at: number): never {
  const elements = length === 1 ? "1 element" : `${length} elements`;
  throw new DiagnosticError(
    problem("model/path-out-of-range", {
      detail: `${printPropertyPath(path.slice(0, at))} has ${elements}, so index ${String(path[at])} does not exist.`,
      path: printPropertyPath(path),
      hint: "To make the array longer, set the whole array.",
    }),
  );
}
