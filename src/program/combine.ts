import {
  DiagnosticError,
  archiveOf,
  archiveOfMap,
  assetOf,
  containsSecret,
  getProperty,
  isKnown,
  isUnknown,
  kindOf,
  markedAs,
  markedLike,
  openSecrets,
  secrecyOf,
  setProperty,
  stripSecrets,
  unknown,
  type ArrayExpression,
  type AllExpression,
  type ArchiveExpression,
  type AssetExpression,
  type GetExpression,
  type IsSecretExpression,
  type ObjectExpression,
  type Secret,
  type SecretExpression,
  type UnsecretExpression,
  type Diagnostic,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { problem } from "./diagnostics.js";

/** Expressions whose value is a pure function of their operands. */
export type Combination =
  | ArrayExpression
  | ObjectExpression
  | GetExpression
  | AllExpression
  | SecretExpression
  | UnsecretExpression
  | IsSecretExpression
  | AssetExpression
  | ArchiveExpression;

/** Computes the value of an expression from its operands, in their order. */
export function combine(expression: Combination, operands: readonly Value[]): Value {
  const [operand] = operands;
  switch (expression.kind) {
    case "array":
      return operands;
    case "object":
      return objectFrom(expression.keys, operands);
    case "get":
      return propertyOf(operand, expression.key);
    case "all":
      return asWhole(operand);
    case "secret":
      return markedAs(expression.ephemeral ? "ephemeral" : "secret", operand);
    case "unsecret":
      return stripSecrets(operand);
    case "is-secret":
      return secrecy(operand);
    case "asset":
    case "archive":
      return blob(expression, operand);
  }
}

/** Makes a value unknown as a whole if any part is unknown, and secret as a whole if any part is secret. */
export function asWhole(value: Value): Value {
  return markedAs(secrecyOf(value), isKnown(value) ? value : unknown);
}

function objectFrom(keys: readonly string[], values: readonly Value[]): ValueObject {
  const object: { [key: string]: Value } = {};
  keys.forEach((key, index) => {
    if (values[index] !== undefined) setProperty(object, key, values[index]);
  });
  return object;
}

function propertyOf(value: Value, key: string): Value {
  switch (kindOf(value)) {
    case "unknown":
      return unknown;
    case "secret":
      return markedLike(value as Secret, propertyOf((value as Secret).value, key));
    case "object":
      return getProperty(value as ValueObject, key);
    case "array":
    case "string":
      return Object.hasOwn(Object(value) as object, key) ? (value as unknown as ValueObject)[key] : undefined;
    default:
      return undefined;
  }
}

/** Returns whether a value is secret. For an unknown value this is unknown too, unless it is already secret. */
function secrecy(value: Value): Value {
  if (containsSecret(value)) return true;
  return isKnown(value) ? false : unknown;
}

/** Builds an asset or archive. Secret content makes it secret, unknown content makes it unknown. */
function blob(expression: AssetExpression | ArchiveExpression, content: Value): Value {
  const secrecy = secrecyOf(content);
  if (secrecy !== undefined) return markedAs(secrecy, blob(expression, openSecrets(content)));
  if (isUnknown(content) || !isKnown(content)) return unknown;
  if (expression.kind === "archive" && expression.source === "assets") {
    return archiveOfMap(content as Parameters<typeof archiveOfMap>[0]);
  }
  if (typeof content !== "string") throw new DiagnosticError(noText(expression));
  const source = { [expression.source]: content } as never;
  return expression.kind === "asset" ? assetOf(source) : archiveOf(source);
}

function noText(expression: AssetExpression | ArchiveExpression): Diagnostic {
  return problem("program/asset-content", {
    detail: `The ${expression.source} of an ${expression.kind} is an Output whose value is not a string.`,
    hint: "Convert it to a string, for example with coconut.jsonStringify().",
  });
}
