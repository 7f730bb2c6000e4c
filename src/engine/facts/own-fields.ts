import {
  type Expression,
  expressionsOf,
  isHydrated,
  operandsOf,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";
import { expressionOf, isOutput, isResource, registrationOf } from "../../sdk/internal.js";
import { type ChildrenOf, isWithin, type Need, needsOfOptions } from "./needs.js";

/**
 * The needs that a resource's own fields say: one that holds another resource, or an Output of one, is an edge to
 * it. A field that holds what stands below the resource itself is none, or no component could keep its children.
 */
export function needsOfFields(registration: Registration): readonly Need[] {
  const { resource } = registration;
  const needs: Need[] = [];
  for (const field of Object.keys(resource)) {
    const value: unknown = Object.getOwnPropertyDescriptor(resource, field)?.value;
    if (typeof value !== "object" || value === null || isPropertyOf(registration, value)) continue;
    for (const to of resourcesIn(value))
      if (!isHydrated(to) && !isWithin(to as Registration, registration))
        needs.push({ kind: "field", field, to });
  }
  return needs;
}

/** As most fields of a resource are. */
function isPropertyOf(registration: Registration, value: object): boolean {
  if (!isOutput(value)) return false;
  const expression = expressionOf(value);
  return expression.kind === "property" && expression.resource === registration;
}

/** The resources that a value holds or is an Output of, looked for in arrays and plain objects only. */
function resourcesIn(root: unknown): ReadonlySet<ResourceHandle> {
  const found = new Set<ResourceHandle>();
  const seen = new Set<unknown>();
  const rest: unknown[] = [root];
  const expressions: Expression[] = [];
  for (let next = rest.pop(); rest.length > 0 || next !== undefined; next = rest.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isOutput(next)) expressions.push(expressionOf(next));
    else if (isResource(next)) found.add(registrationOf(next));
    else if (isContainer(next)) rest.push(...Object.values(next));
  }
  for (const each of resourcesOf(expressions)) found.add(each);
  return found;
}

/** The resources that expressions are made of, as far as that can be told without evaluating them. */
export function resourcesOf(expressions: readonly Expression[]): ReadonlySet<ResourceHandle> {
  const found = new Set<ResourceHandle>();
  const seen = new Set<Expression>();
  const rest = [...expressions];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === "property" || next.kind === "reference") found.add(next.resource);
    rest.push(...operandsOf(next));
  }
  return found;
}

function isContainer(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/**
 * What a resource needs, as far as that can be told before anything is evaluated. What a callback returns may
 * add to it.
 */
export function expectedNeeds(
  registration: Registration,
  childrenOf: ChildrenOf,
): ReadonlySet<ResourceHandle> {
  const { inputs, options, origin, externalId } = registration;
  const dependsOn = resourcesOf(options.dependsOn === undefined ? [] : [options.dependsOn]);
  const ofOptions = expressionsOf(options).map(([, expression]) => expression);
  const given = [inputs, ...ofOptions, externalId, ...origin.map(({ to }) => to)];
  return new Set([
    ...resourcesOf(given.filter((expression) => expression !== undefined)),
    ...needsOfOptions(registration, dependsOn, childrenOf).map(({ to }) => to),
    ...needsOfFields(registration).map(({ to }) => to),
  ]);
}
