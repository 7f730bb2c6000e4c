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

/** How one input differs from what is recorded. */
export interface FieldChanges {
  readonly state: InputChange;
  /** With paths that begin with the field; empty for `same`. */
  readonly changes: readonly ValueChange[];
}

/**
 * How inputs differ from the recorded ones; values that are equivalent to their type, or differ only in being
 * secret, do not. `partly` has the fields that are known in part, as far as they are.
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
    // State may still hold it from before it became write-only.
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

/** The places where two values differ, with paths that begin with the field. Being secret or not is no difference. */
export function differences(field: string, before: Value, after: Value): readonly ValueChange[] {
  if (before === after || equalValues(stripSecrets(before), stripSecrets(after))) return none;
  return diffValues({ [field]: before }, { [field]: after }).filter(
    (change) => !equalValues(stripSecrets(change.before), stripSecrets(change.after)),
  );
}

/** Whether two spellings of an input mean the same to its type. Only known values are compared. */
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
    // It may have stumbled over a neighbour that is not known yet. Taken as a change now, it is asked again then.
    if (!isKnown(current)) return false;
    const { package: name, version } = defined.provider;
    const mask = maskFor(prior, current);
    throw new DiagnosticError(
      hookFailed({ type, hook: `equivalent.${field}` }, `${name} ${version}`, { error, mask }, {}),
    );
  }
}

/** What is recorded with the defaults of inputs that it lacks: hooks are promised them. */
export function completed(defined: DefinedResource, stored: Stored): Stored {
  const inputs = withDefaults(defined, stored.inputs);
  return inputs === stored.inputs ? stored : { ...stored, inputs };
}

/** Recorded inputs with the defaults of fields that they lack: a field that got a default later is no change. */
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
