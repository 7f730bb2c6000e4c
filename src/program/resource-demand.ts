import {
  getProperty,
  isHydrated,
  markedAs,
  openSecrets,
  referenceTo,
  secrecyOf,
  unknown,
  type Expression,
  type HydratedHandle,
  type PropertyExpression,
  type ReferenceExpression,
  type Registration,
  type ResourceHandle,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { anotherStack, type Recorder } from "../sdk/internal.js";
import { noDependencies, type Dependencies, type Evaluated } from "./evaluated.js";
import { outputNotReturned } from "./evaluation-problem.js";
import type { ResourceAnswer, ResourceAnswers, ResourceProperties } from "./evaluator-ports.js";

export type ResourceExpression = PropertyExpression | ReferenceExpression;

/** The source of the value of an expression on a resource. */
export type ResourceDemand =
  | { readonly from: "known"; readonly result: Evaluated }
  | {
      readonly from: "answer";
      readonly answer: PromiseLike<ResourceAnswer>;
      readonly result: (answer: ResourceAnswer) => Evaluated;
    }
  /** The output of a component is the value of the expression that it registered, with all its dependencies. */
  | { readonly from: "offer"; readonly offer: Expression; readonly dependencies: Dependencies };

export function demandResource(
  expression: ResourceExpression,
  recorder: Recorder,
  answers: ResourceAnswers,
): ResourceDemand {
  const resource = recorder.resolve(expression.resource);
  if (resource === undefined) {
    const diagnostics = [anotherStack(expression.resource, recorder)];
    return { from: "known", result: { ok: false, diagnostics, dependencies: noDependencies } };
  }
  const dependencies = isHydrated(resource) ? noDependencies : new Set([resource]);
  const offer = offerOf(expression, resource);
  if (offer !== undefined) return { from: "offer", offer, dependencies };
  const carried = isHydrated(resource) ? carriedBy(resource, expression) : undefined;
  if (carried !== undefined) return { from: "known", result: { ok: true, value: carried, dependencies } };
  const resolved = resource === expression.resource ? expression : { ...expression, resource };
  const result = (answer: ResourceAnswer) => fromAnswer(resolved, answer, dependencies);
  const answer = answers.answer(resource);
  return isPromise(answer) ? { from: "answer", answer, result } : { from: "known", result: result(answer) };
}

function offerOf(expression: ResourceExpression, resource: ResourceHandle): Expression | undefined {
  if (expression.kind !== "property" || resource.kind !== "component") return undefined;
  const { outputs } = resource as Partial<Registration>;
  if (outputs?.kind !== "object") return undefined;
  const index = outputs.keys.indexOf(expression.name);
  return index === -1 ? undefined : outputs.values[index];
}

/** Returns the value that a reference itself carries, without reading state: enough to pass it on or to use its id. */
function carriedBy({ urn, reference, resource }: HydratedHandle, expression: ResourceExpression): Value {
  if (expression.kind === "property" && expression.name === "urn") return urn;
  if (reference === undefined) return undefined;
  if (expression.kind === "reference") return referenceTo({ ...reference, live: resource });
  return expression.name === "id" && typeof reference.id === "string" ? reference.id : undefined;
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown }).then === "function";
}

/** Evaluates an expression on a resource from the resource's answer. */
function fromAnswer(
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
  return { ok: false, diagnostics: [outputNotReturned(expression)], dependencies };
}

function holderOf(name: string, { properties }: ResourceProperties): ValueObject | undefined {
  return properties.find((values) => Object.hasOwn(values, name));
}

/** Returns a reference. It carries the id, so it is secret if the id is. */
function reference({ resource }: ReferenceExpression, answer: ResourceProperties): Value {
  const holder = resource.kind === "component" ? undefined : holderOf("id", answer);
  const id = holder && getProperty(holder, "id");
  const plainId = openSecrets(id);
  // Components and provider configurations have no id.
  const hasId = resource.kind !== "component" && (id !== undefined || answer.others === "unknown");
  const value = referenceTo({
    urn: resource.urn,
    live: resource.resource,
    ...(hasId && { id: typeof plainId === "string" ? plainId : unknown }),
    ...(answer.packageVersion !== undefined && { packageVersion: answer.packageVersion }),
  });
  return markedAs(secrecyOf(id), value);
}
