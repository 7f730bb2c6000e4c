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

/** What became of values that were given for fields. */
export interface DecodedValues {
  /** Decoded, with defaults; a field that holds an unknown is unknown as a whole, for what its schema will make of it is. */
  readonly values: ValueObject;
  /** The fields that are known in part, as they were given; one that the type calls secret is so as a whole. */
  readonly partly: ValueObject;
  readonly issues: readonly FieldIssue[];
}

export interface FieldIssue {
  readonly field: string;
  /** Where in the field, as a property path that begins with it. */
  readonly path: string;
  readonly isMissing: boolean;
  /** What the schema says; nothing of it where a secret took part, for it may show the value. */
  readonly message: string;
}

/** Decodes values of the program by the schemas of their fields. `owner` is the type or provider whose they are. */
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
 * Decodes what a hook answered with. It may have more properties than the definition has fields. A field has its secrets
 * where what `secretAs` says of it has them.
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

/** What a client of a provider made may be anything; reading it may even throw. */
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
    const message = isSecret ? hiddenMessage : `${name} cannot be read: that threw an error.`;
    return { issues: [{ field: name, path: printPropertyPath([name]), isMissing: false, message }] };
  }
}

/** What a field that was left out comes to: its default, or nothing. Undefined too for one that must be given. */
export function defaultOf(owner: string, name: string, field: StandardSchemaV1): Value {
  const decoded = decodePlain(owner, name, field, undefined, true);
  if ("issues" in decoded || decoded.value === undefined) return undefined;
  return isSecretField(field) ? secretOf(decoded.value) : decoded.value;
}

/** What the schema of a field makes of a value that is known; undefined if it does not accept it. */
export function decodedAs(owner: string, name: string, field: StandardSchemaV1, value: Value): Value {
  if (!isKnown(value)) return undefined;
  const decoded = decodePlain(owner, name, field, toPlain(value), true);
  return "issues" in decoded ? undefined : decoded.value;
}

/** Whether a field may be left out. */
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
  // Null and absent are alike: a schema that has no word for null may have one for nothing.
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

const hiddenMessage = "The value does not fit the field; it is secret, so nothing more is shown.";

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

/** Decoding lost which parts are secret. */
function withSecrets(field: StandardSchemaV1, given: Value, decoded: Value): Value {
  if (isSecretField(field)) return markedAs(stronger(secrecyOf(given), "secret"), decoded);
  if (!containsSecret(given)) return decoded;
  return secretParts(given, stripSecrets(decoded), { tells: tellsOf(given), additions: "plain" });
}

/** A service may return what it was never given. */
function returned(like: Value): SecretMarks {
  return { tells: tellsOf(like), additions: "secret" };
}
