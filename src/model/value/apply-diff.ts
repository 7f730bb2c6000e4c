import type { ValueChange } from "./diff-values.js";
import { fold } from "./fold.js";
import { getProperty, isArray, isObject } from "./value.js";
import type { Value, ValueObject } from "./value.js";

/**
 * Applies the changes of `diffValues(before, after)`. The result equals `after` and shares unchanged parts with
 * `before`.
 */
export function applyDiff(changes: readonly ValueChange[], before: Value): Value {
  if (changes.length === 0) return before;
  return fold<EditSite, Value>({ value: before, edit: editTree(changes) }, ({ value, edit }) => {
    if (edit.change !== undefined) return { result: edit.change.after };
    const edits = [...edit.inside];
    return {
      parts: edits.map(([key, inner]) => [key, { value: childOf(value, key), edit: inner }]),
      join: (results) => rebuild(value, edits, results),
    };
  });
}

interface EditSite {
  readonly value: Value;
  readonly edit: DiffEdit;
}

/** Either the change at one place, or the changes inside it. */
interface DiffEdit {
  change?: ValueChange;
  readonly inside: Map<string | number, DiffEdit>;
}

function editTree(changes: readonly ValueChange[]): DiffEdit {
  const root: DiffEdit = { inside: new Map() };
  for (const change of changes) {
    let edit = root;
    for (const key of change.path) {
      let inner = edit.inside.get(key);
      if (inner === undefined) edit.inside.set(key, (inner = { inside: new Map() }));
      edit = inner;
    }
    edit.change = change;
  }
  return root;
}

function childOf(value: Value, key: string | number): Value {
  if (isArray(value) && typeof key === "number") return value[key];
  if (isObject(value) && typeof key === "string") return getProperty(value, key);
  throw new Error("Bug: a change was applied to a value that it does not belong to.");
}

type Edits = readonly (readonly [string | number, DiffEdit])[];

function rebuild(value: Value, edits: Edits, results: readonly Value[]): Value {
  if (isArray(value)) return rebuildArray(value, edits, results);
  return isObject(value) ? rebuildObject(value, edits, results) : value;
}

function rebuildArray(items: readonly Value[], edits: Edits, results: readonly Value[]): Value {
  const copy = [...items];
  const removed = edits.filter(([, edit]) => edit.change?.kind === "delete").length;
  edits.forEach(([index], at) => (copy[Number(index)] = results[at]));
  copy.length -= removed;
  return copy;
}

function rebuildObject(object: ValueObject, edits: Edits, results: readonly Value[]): Value {
  const copy = new Map(Object.entries(object));
  edits.forEach(([key, edit], at) => {
    if (edit.change?.kind === "delete") copy.delete(String(key));
    else copy.set(String(key), results[at]);
  });
  return Object.fromEntries(copy);
}
