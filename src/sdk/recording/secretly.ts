import { constant, isObject, type Expression, type Secrecy } from "../../model/index.js";

/**
 * What code that a secret was opened for hands over: nobody can tell what of it was made from the secret, so it is
 * secret, or ephemeral if the secret is. What comes from a resource is as secret as that says, and `unsecret` is the way
 * out unless something ephemeral was opened.
 */
export function secretly(expression: Expression, knows: Secrecy): Expression {
  if (isDecided(expression, knows)) return expression;
  return { kind: "secret", of: expression, ...(knows === "ephemeral" && { ephemeral: true }) };
}

/** The same for each property of an object; which there are stays known. */
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
    // Made by the same code, it is secret by itself.
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
