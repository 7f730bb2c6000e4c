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
 * Returns the dependencies from a resource's own fields: a field that holds another resource, or an Output of one, is
 * an edge to it. Fields that hold the resource's own children do not count; otherwise no component could keep its
 * children.
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

/** True for most fields of a resource: the resource's own output properties. */
function isPropertyOf(registration: Registration, value: object): boolean {
  if (!isOutput(value)) return false;
  const expression = expressionOf(value);
  return expression.kind === "property" && expression.resource === registration;
}

/** Returns the resources that a value holds or is an Output of. Searches only arrays and plain objects. */
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

/** Returns the resources that expressions refer to, as far as this is known without evaluating them. */
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
 * Returns the dependencies of a resource that are known before evaluation. The value returned by a callback may add
 * more.
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
