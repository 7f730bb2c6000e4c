import {
  isDiagnosticError,
  isKnown,
  isReference,
  kindOf,
  mapValue,
  setProperty,
  someValue,
  unknown,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import { capture } from "../../../sdk/internal.js";
import { Bug } from "../bug.js";

/** The plain values of fields, for schemas and hooks. */
export type PlainFields = { readonly [field: string]: unknown };

/**
 * Converts a known value to plain data for schemas and hooks: a copy without secret wrappers. Assets and archives are not
 * converted. Values from programs and hooks are at most a thousand levels deep, so recursion is safe.
 */
export function toPlain(value: Value): unknown {
  switch (kindOf(value)) {
    case "array":
      return Array.from(value as readonly Value[], toPlain);
    case "object":
      return toPlainFields(value as ValueObject);
    case "secret":
      return toPlain((value as { readonly value: Value }).value);
    case "unknown":
      throw new Bug("a hook was called with an unknown value.");
    default:
      return value;
  }
}

export function toPlainFields(values: ValueObject): PlainFields {
  const plain: { [field: string]: unknown } = {};
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value !== undefined) setProperty(plain, key, toPlain(value));
  }
  return plain;
}

/** Like `toPlainFields`, but a field that contains an unknown is an Unknown as a whole. */
export function toPlainOrUnknown(values: ValueObject): PlainFields {
  const entries = Object.entries(values).map(
    ([key, value]) => [key, isKnown(value) ? value : unknown] as const,
  );
  const known = entries.filter(([, value]) => value !== unknown);
  return {
    ...toPlainFields(Object.fromEntries(known)),
    ...Object.fromEntries(entries.filter(([, value]) => value === unknown)),
  };
}

/** Replaces references to resources by their ids; for components, which have no id, by their URNs. */
export function resolveReferences(value: Value): Value {
  if (!someValue(value, isReference)) return value;
  return mapValue(value, (part) => (isReference(part) ? (part.id ?? part.urn) : part));
}

export type Taken =
  | { readonly ok: true; readonly value: Value }
  /** The problem, as the rest of a sentence that starts with the name of the field: `.when is …`. */
  | { readonly ok: false; readonly reason: string };

/** Converts the result of a schema or a hook to a value. Makes a copy. */
export function fromPlain(plain: unknown): Taken {
  try {
    const expression = capture(plain);
    if (expression.kind !== "constant") {
      return { ok: false, reason: " contains an Output, a promise, a resource or an asset object" };
    }
    const { value } = expression;
    return isKnown(value) ? { ok: true, value } : { ok: false, reason: " contains an unknown value" };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { ok: false, reason: error.diagnostics[0]!.detail.replace(/^root/, "").replace(/\.$/, "") };
  }
}
