import { constant, isObject, type Expression } from "../../model/index.js";

/**
 * What code that a secret was opened for hands over: nobody can tell what of it was made from the secret, so it is
 * secret. What comes from a resource is as secret as that says, and `unsecret` is the way out.
 */
export function secretly(expression: Expression): Expression {
  return isDecided(expression) ? expression : { kind: "secret", of: expression };
}

/** The same for each property of an object; which there are stays known. */
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
    // Made by the same code, it is secret by itself.
    case "apply":
      return true;
    case "constant":
      return (root.value ?? null) === null;
    default:
      return false;
  }
}
