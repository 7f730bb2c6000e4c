import {
  containsSecret,
  getProperty,
  referenceTo,
  secretOf,
  stripSecrets,
  unknown,
  type PropertyExpression,
  type ReferenceExpression,
  type Value,
} from "../model/index.js";
import type { Evaluated } from "./evaluated.js";
import { noSuchOutput } from "./evaluation-problem.js";
import type { ResourceAnswer, ResourceProperties } from "./resource-answers.js";

/** What an expression over a resource comes to, given what is known of the resource. */
export function fromAnswer(
  expression: PropertyExpression | ReferenceExpression,
  answer: ResourceAnswer,
): Evaluated {
  const dependencies = new Set([expression.resource]);
  if (!answer.ok) return { ok: false, diagnostics: answer.diagnostics, dependencies };
  if (expression.kind === "reference") {
    return { ok: true, value: reference(expression, answer), dependencies };
  }
  if (Object.hasOwn(answer.properties, expression.name)) {
    return { ok: true, value: getProperty(answer.properties, expression.name), dependencies };
  }
  if (answer.others === "unknown") return { ok: true, value: unknown, dependencies };
  if (expression.declared) return { ok: true, value: undefined, dependencies };
  return { ok: false, diagnostics: [noSuchOutput(expression)], dependencies };
}

/** A reference carries the id, so it is as secret as the id. */
function reference({ resource }: ReferenceExpression, answer: ResourceProperties): Value {
  const id = resource.kind === "component" ? undefined : getProperty(answer.properties, "id");
  const plainId = stripSecrets(id);
  const value = referenceTo({
    urn: resource.urn,
    live: resource.resource,
    ...(resource.kind !== "component" && { id: typeof plainId === "string" ? plainId : unknown }),
    ...(answer.packageVersion !== undefined && { packageVersion: answer.packageVersion }),
  });
  return containsSecret(id) ? secretOf(value) : value;
}
