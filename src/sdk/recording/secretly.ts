import { constant, isObject, type Expression } from "../../model/index.js";

/**
 * Marks an expression as secret if it comes from code that was given a secret, since any part of it may be derived from
 * the secret. A value of a resource keeps its own mark. `unsecret` removes the mark.
 */
export function secretly(expression: Expression): Expression {
  return isDecided(expression) ? expression : { kind: "secret", of: expression };
}

/** Applies `secretly` to each property of an object. The names of the properties stay known. */
export function secretProperties(object: Expression): Expression {
  if (object.kind === "object") return { ...object, values: object.values.map(secretly) };
  if (object.kind !== "constant" || !isObject(object.value)) return secretly(object);
  const entries = Object.entries(object.value);
  return {
    kind: "object",
    keys: entries.map(([key]) => key),
    values: entries.map(([, value]) => secretly(constant(value))),
  };
}

function isDecided(expression: Expression): boolean {
  let root = expression;
  while (root.kind === "get") root = root.from;
  switch (root.kind) {
    case "property":
    case "reference":
    case "secret":
    case "unsecret":
    // A callback made by the same code is marked as secret itself.
    case "apply":
      return true;
    case "constant":
      return (root.value ?? null) === null;
    default:
      return false;
  }
}
