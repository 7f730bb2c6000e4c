import {
  diffValues,
  DiagnosticError,
  equalValues,
  getProperty,
  isKnown,
  stripSecrets,
  type Stored,
  type Value,
  type ValueChange,
  type ValueObject,
} from "../../../model/index.js";
import type { InputChange } from "../../hook-calls.js";
import type { DefinedResource } from "../../resource-type.js";
import { writeOnlyNames } from "../../write-only.js";
import { defaultOf, isOptional } from "../field/decode-fields.js";
import { hookFailed } from "../hook/hook-runner.js";
import { toPlain, toPlainOrUnknown } from "../field/plain.js";
import { maskFor } from "../hook/secret-texts.js";

/** The changes of one input. */
export interface FieldChanges {
  readonly state: InputChange;
  /** The changes, with paths that start with the field; empty for `same`. */
  readonly changes: readonly ValueChange[];
}

/**
 * Compares inputs with the recorded ones. Values that are equivalent, or only differ in being secret, are the same.
 * `partly` contains the known parts of fields that are not fully known.
 */
export function inputChanges(
  defined: DefinedResource,
  prior: ValueObject,
  current: ValueObject,
  partly: ValueObject = {},
): ReadonlyMap<string, FieldChanges> {
  const fields = new Map<string, FieldChanges>();
  const writeOnly = writeOnlyNames(defined.inputs);
  for (const field of Object.keys(defined.inputs)) {
    // State may still contain it from before it became write-only.
    if (writeOnly.includes(field)) {
      fields.set(field, same);
      continue;
    }
    const after = Object.hasOwn(partly, field) ? getProperty(partly, field) : getProperty(current, field);
    const changes = differences(field, getProperty(prior, field), after);
    const isSame = changes.length === 0 || isEquivalentField(defined, field, prior, current);
    fields.set(field, isSame ? same : { state: isKnown(after) ? "changed" : "unknown", changes });
  }
  return fields;
}

const none: readonly ValueChange[] = [];
const same: FieldChanges = { state: "same", changes: none };

/**
 * Returns the differences between two values, with paths that start with the field. Ignores whether values are secret.
 */
export function differences(field: string, before: Value, after: Value): readonly ValueChange[] {
  if (before === after || equalValues(stripSecrets(before), stripSecrets(after))) return none;
  return diffValues({ [field]: before }, { [field]: after }).filter(
    (change) => !equalValues(stripSecrets(change.before), stripSecrets(change.after)),
  );
}

/** Returns whether two spellings of an input mean the same to its type. Only compares known values. */
export function isEquivalentField(
  defined: DefinedResource,
  field: string,
  prior: ValueObject,
  current: ValueObject,
): boolean {
  const { type, equivalent = {}, inputs } = defined;
  const isEquivalent = Object.hasOwn(equivalent, field) ? equivalent[field] : undefined;
  const before = getProperty(prior, field);
  const after = getProperty(current, field);
  if (isEquivalent === undefined || !isKnown(before) || !isKnown(after)) return false;
  const isAbsent = (before ?? null) === null || (after ?? null) === null;
  if (isAbsent && !isOptional(type, field, inputs[field]!)) return false;
  try {
    const all = { prior: toPlainOrUnknown(prior), current: toPlainOrUnknown(current) };
    return isEquivalent(toPlain(before), toPlain(after), all);
  } catch (error) {
    // The cause may be another input that is still unknown. Counts as a change until that input is known.
    if (!isKnown(current)) return false;
    const { package: name, version } = defined.provider;
    const mask = maskFor(prior, current);
    throw new DiagnosticError(
      hookFailed({ type, hook: `equivalent.${field}` }, `${name} ${version}`, { error, mask }, {}),
    );
  }
}

/** Returns the recorded state with defaults for missing inputs, which the types of hooks guarantee. */
export function completed(defined: DefinedResource, stored: Stored): Stored {
  const inputs = withDefaults(defined, stored.inputs);
  return inputs === stored.inputs ? stored : { ...stored, inputs };
}

/**
 * Returns the recorded inputs with defaults for missing fields, so that a default that was added later is not a change.
 */
export function withDefaults(defined: DefinedResource, recorded: ValueObject): ValueObject {
  const missing: [string, Value][] = [];
  const writeOnly = writeOnlyNames(defined.inputs);
  for (const field of Object.keys(defined.inputs)) {
    if ((getProperty(recorded, field) ?? null) !== null || writeOnly.includes(field)) continue;
    const value = defaultOf(defined.type, field, defined.inputs[field]!);
    if (value !== undefined) missing.push([field, value]);
  }
  return missing.length === 0 ? recorded : { ...recorded, ...Object.fromEntries(missing) };
}
