import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  containsSecret,
  getProperty,
  isDiagnosticError,
  isKnown,
  markedAs,
  printPropertyPath,
  secrecyOf,
  secretOf,
  secretParts,
  setProperty,
  stripSecrets,
  stronger,
  unknown,
  whollySecret,
  type SecretMarks,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import { decodeField } from "../../decode-field.js";
import type { Fields } from "../../fields.js";
import { isSecretField } from "../../secret.js";
import { isWriteOnlyField } from "../../write-only.js";
import { isBug } from "../bug.js";
import { fromPlain, resolveReferences, toPlain } from "./plain.js";
import { tellsOf } from "../hook/secret-texts.js";

/** The result of decoding the values of fields. */
export interface DecodedValues {
  /**
   * The decoded values, with defaults. A field that contains an unknown is unknown as a whole, because its decoded
   * value is.
   */
  readonly values: ValueObject;
  /** The fields that are not fully known, before decoding. A field marked as secret is secret as a whole. */
  readonly partly: ValueObject;
  readonly issues: readonly FieldIssue[];
}

export interface FieldIssue {
  readonly field: string;
  /** The property path of the problem, starting with the field. */
  readonly path: string;
  readonly isMissing: boolean;
  /** The message of the schema. A generic one for secrets, because the schema's may contain the value. */
  readonly message: string;
}

/** Decodes values of the program by the schemas of their fields. `owner` is the type or provider of the fields. */
export function decodeFields(owner: string, fields: Fields, given: ValueObject): DecodedValues {
  const values: { [field: string]: Value } = {};
  const partly: { [field: string]: Value } = {};
  const issues: FieldIssue[] = [];
  for (const name of Object.keys(fields)) {
    const field = fields[name]!;
    const value = resolveReferences(getProperty(given, name));
    const isMarked = isSecretField(field) || isWriteOnlyField(field);
    const secrecy = secrecyOf(value) ?? (isMarked ? "secret" : undefined);
    if (!isKnown(value)) {
      setProperty(values, name, markedAs(secrecy, unknown));
      setProperty(partly, name, isSecretField(field) ? markedAs("secret", value) : value);
      continue;
    }
    const decoded = decodePlain(owner, name, field, toPlain(value), secrecy !== undefined);
    if ("issues" in decoded) issues.push(...decoded.issues);
    else if (decoded.value !== undefined) setProperty(values, name, withSecrets(field, value, decoded.value));
  }
  return { values, partly, issues };
}

/**
 * Decodes the result of a hook, which may have more properties than the definition has fields. A field is secret where
 * the value of `secretAs` is.
 */
export function decodeAnswer(
  owner: string,
  fields: Fields,
  answer: object,
  secretAs: (field: string) => Value,
): Omit<DecodedValues, "partly"> {
  const values: { [field: string]: Value } = {};
  const issues: FieldIssue[] = [];
  for (const name of Object.keys(fields)) {
    const field = fields[name]!;
    const like = isSecretField(field) ? whollySecret : secretAs(name);
    const isSecret = containsSecret(like);
    const decoded = decodeProperty(owner, name, field, answer, isSecret);
    if ("issues" in decoded) issues.push(...decoded.issues);
    else if (decoded.value !== undefined) {
      const plain = stripSecrets(decoded.value);
      setProperty(values, name, isSecret ? secretParts(like, plain, returned(like)) : decoded.value);
    }
  }
  return { values, issues };
}

/** Decodes one property of a result. Results may be arbitrary objects, and reading a property may throw. */
function decodeProperty(
  owner: string,
  name: string,
  field: StandardSchemaV1,
  answer: object,
  isSecret: boolean,
): DecodedField {
  try {
    const plain = (answer as { readonly [key: string]: unknown })[name];
    return decodePlain(owner, name, field, plain, isSecret);
  } catch (error) {
    if (isDiagnosticError(error) || isBug(error)) throw error;
    const message = isSecret ? hiddenMessage : `Reading ${name} threw an error.`;
    return { issues: [{ field: name, path: printPropertyPath([name]), isMissing: false, message }] };
  }
}

/** Returns the default of a field; undefined if it has none or is required. */
export function defaultOf(owner: string, name: string, field: StandardSchemaV1): Value {
  const decoded = decodePlain(owner, name, field, undefined, true);
  if ("issues" in decoded || decoded.value === undefined) return undefined;
  return isSecretField(field) ? secretOf(decoded.value) : decoded.value;
}

/** Decodes a known value; undefined if the schema rejects it. */
export function decodedAs(owner: string, name: string, field: StandardSchemaV1, value: Value): Value {
  if (!isKnown(value)) return undefined;
  const decoded = decodePlain(owner, name, field, toPlain(value), true);
  return "issues" in decoded ? undefined : decoded.value;
}

/** Returns whether a field may be omitted. */
export function isOptional(owner: string, name: string, field: StandardSchemaV1): boolean {
  return !("issues" in decodePlain(owner, name, field, undefined, true));
}

type DecodedField = { readonly value: Value } | { readonly issues: readonly FieldIssue[] };

function decodePlain(
  owner: string,
  name: string,
  field: StandardSchemaV1,
  plain: unknown,
  isSecret: boolean,
): DecodedField {
  let result = decodeField(owner, name, field, plain);
  // Null and absent are equivalent: a schema that rejects null may accept undefined.
  if (result.issues !== undefined && plain === null) {
    const absent = decodeField(owner, name, field, undefined);
    if (absent.issues === undefined) result = absent;
  }
  if (result.issues !== undefined) {
    return {
      issues: result.issues.map((issue) => fieldIssue(name, issue, (plain ?? null) === null, isSecret)),
    };
  }
  const taken = fromPlain(result.value);
  if (taken.ok) return taken;
  const message = isSecret ? hiddenMessage : `${name}${taken.reason}.`;
  return { issues: [{ field: name, path: printPropertyPath([name]), isMissing: false, message }] };
}

const hiddenMessage = "The value does not match the schema. It is secret, so no details are shown.";

export function fieldIssue(
  name: string,
  issue: StandardSchemaV1.Issue,
  isMissing: boolean,
  isSecret: boolean,
): FieldIssue {
  const keys = (issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  const visible = isSecret ? [] : keys.map((key) => (typeof key === "number" ? key : String(key)));
  return {
    field: name,
    path: printPropertyPath([name, ...visible]),
    isMissing,
    message: isSecret && !isMissing ? hiddenMessage : issue.message,
  };
}

/** Marks the secret parts again, because decoding loses the marks. */
function withSecrets(field: StandardSchemaV1, given: Value, decoded: Value): Value {
  if (isSecretField(field)) return markedAs(stronger(secrecyOf(given), "secret"), decoded);
  if (!containsSecret(given)) return decoded;
  return secretParts(given, stripSecrets(decoded), { tells: tellsOf(given), additions: "plain" });
}

/** Values that a service adds to a secret are secret too. */
function returned(like: Value): SecretMarks {
  return { tells: tellsOf(like), additions: "secret" };
}
