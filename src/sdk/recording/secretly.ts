import { constant, isObject, type Expression, type Secrecy } from "../../model/index.js";

/**
 * Marks an expression as secret, or as ephemeral, if it comes from code that was given such a value, since any part of it may
 * be derived from it. A value of a resource keeps its own mark. `unsecret` removes the mark unless it is ephemeral.
 */
export function secretly(expression: Expression, knows: Secrecy): Expression {
  if (isDecided(expression, knows)) return expression;
  return { kind: "secret", of: expression, ...(knows === "ephemeral" && { ephemeral: true }) };
}

/** Applies `secretly` to each property of an object. The names of the properties stay known. */
export function secretProperties(object: Expression, knows: Secrecy): Expression {
  if (object.kind === "object")
    return { ...object, values: object.values.map((value) => secretly(value, knows)) };
  if (object.kind !== "constant" || !isObject(object.value)) return secretly(object, knows);
  const entries = Object.entries(object.value);
  return {
    kind: "object",
    keys: entries.map(([key]) => key),
    values: entries.map(([, value]) => secretly(constant(value), knows)),
  };
}

function isDecided(expression: Expression, knows: Secrecy): boolean {
  let root = expression;
  while (root.kind === "get") root = root.from;
  switch (root.kind) {
    case "property":
    case "reference":
    // A callback made by the same code is marked as secret itself.
    case "apply":
      return true;
    case "secret":
      return knows === "secret" || root.ephemeral === true;
    case "unsecret":
      return knows === "secret";
    case "constant":
      return (root.value ?? null) === null;
    default:
      return false;
  }
}
