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
 * The value at a path; undefined when there is none. What lies in a secret comes out secret, what lies in an
 * unknown is unknown. Keys lead into objects only and indexes into arrays only.
 *
 * A path with wildcards gives an array with one item for each element that the wildcards stand for, undefined
 * where the rest of the path leads nowhere. The array is unknown when the number of its items is, and secret when
 * that number is.
 */
export function getAt(value: Value, path: Segments): Value {
  const reached = reach(value, path);
  if (!path.includes(wildcard)) return reached.values[0];
  const list = reached.countIsUnknown ? unknown : reached.values;
  return reached.countIsSecret ? secretOf(list) : list;
}

/** Whether there is anything at the path, null included; for wildcards, at any of the places. */
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
 * A copy with another value at the path, or at every place that its wildcards stand for. The last step may name a
 * new key; everything before it must exist and indexes must be in range. Secrets on the way stay secret; an
 * unknown on the way stays as it is.
 */
export function setAt(value: Value, path: Segments, replacement: Value): Value {
  refuseLongPath(path.length);
  return edit(value, path, 0, { kind: "set", value: replacement });
}

/**
 * A copy without what is at the path: a key is removed, a slot of an array becomes null so that the others keep
 * their indexes. Where nothing is, nothing changes. Secrets and unknowns on the way are treated as by `setAt`.
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

/** Undefined means that what stood here is gone. What did not change is shared with the original. */
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
  // A computed key defines a property, also when it is `__proto__`.
  return { ...object, [key]: value };
}

function refuseStep(value: Value, path: Segments, at: number): never {
  const kind = kindOf(value);
  const found = kind === "null" ? "is absent or null" : `holds a value of kind ${kind}`;
  const wanted = typeof path[at] === "number" ? "has no elements" : "has no properties";
  throw new DiagnosticError(
    problem("model/path-leads-nowhere", {
      detail: `${printPropertyPath(path.slice(0, at))} ${found}, so it ${wanted} to set.`,
      path: printPropertyPath(path),
      hint: "Set the missing object or array itself: only the last name of a path may be new.",
    }),
  );
}

function refuseIndex(length: number, path: Segments, at: number): never {
  const elements = length === 1 ? "1 element" : `${length} elements`;
  throw new DiagnosticError(
    problem("model/path-out-of-range", {
      detail: `${printPropertyPath(path.slice(0, at))} has ${elements}, so there is no index ${String(path[at])}.`,
      path: printPropertyPath(path),
      hint: "Set the whole array to make it longer.",
    }),
  );
}
