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
  type ValueObject,
} from "../model/index.js";
import type { Dependencies, Evaluated } from "./evaluated.js";
import { noSuchOutput } from "./evaluation-problem.js";
import type { ResourceAnswer, ResourceProperties } from "./resource-answers.js";

/** What an expression over a resource comes to, given what is known of the resource. */
export function fromAnswer(
  expression: PropertyExpression | ReferenceExpression,
  answer: ResourceAnswer,
  dependencies: Dependencies,
): Evaluated {
  if (!answer.ok) return { ok: false, diagnostics: answer.diagnostics, dependencies };
  if (expression.kind === "reference") {
    return { ok: true, value: reference(expression, answer), dependencies };
  }
  const holder = holderOf(expression.name, answer);
  if (holder !== undefined) return { ok: true, value: getProperty(holder, expression.name), dependencies };
  if (answer.others === "unknown") return { ok: true, value: unknown, dependencies };
  if (expression.declared) return { ok: true, value: undefined, dependencies };
  return { ok: false, diagnostics: [noSuchOutput(expression)], dependencies };
}

function holderOf(name: string, { properties }: ResourceProperties): ValueObject | undefined {
  return properties.find((values) => Object.hasOwn(values, name));
}

/** A reference carries the id, so it is as secret as the id. */
function reference({ resource }: ReferenceExpression, answer: ResourceProperties): Value {
  const holder = resource.kind === "component" ? undefined : holderOf("id", answer);
  const id = holder && getProperty(holder, "id");
  const plainId = stripSecrets(id);
  // Components have none, and neither have the configurations of providers.
  const hasId = resource.kind !== "component" && (id !== undefined || answer.others === "unknown");
  const value = referenceTo({
    urn: resource.urn,
    live: resource.resource,
    ...(hasId && { id: typeof plainId === "string" ? plainId : unknown }),
    ...(answer.packageVersion !== undefined && { packageVersion: answer.packageVersion }),
  });
  return containsSecret(id) ? secretOf(value) : value;
}
