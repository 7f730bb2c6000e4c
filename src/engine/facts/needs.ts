import {
  optionsWhere,
  resourceOptions,
  type EdgeKind,
  type Registration,
  type ResourceHandle,
  type ResourceOption,
} from "../../model/index.js";
import type { Dependencies } from "../../program/index.js";
import { inheritedOptions } from "./inherited-options.js";
import { providerOf } from "./provider-of.js";

/** A dependency of one resource of the program on another, and its kind. */
export interface Need {
  readonly kind: EdgeKind;
  readonly to: ResourceHandle;
  readonly field?: string;
}

/** Returns the direct children of a resource of the program. */
export type ChildrenOf = (parent: ResourceHandle) => readonly Registration[];

/** Returns the dependencies from a resource's options: parent, dependsOn, provider, deletedWith, replaceWith. */
export function needsOfOptions(
  registration: Registration,
  dependsOn: Dependencies,
  childrenOf: ChildrenOf,
): readonly Need[] {
  const { parent } = registration;
  const options = inheritedOptions(registration);
  const needs: Need[] = [];
  if (parent !== undefined) needs.push({ kind: "parent", to: parent });
  const provider = options.provider ?? providerOf(registration, registration.type.split(":", 1)[0]!);
  if (provider !== undefined) needs.push({ kind: "provider", to: provider });
  for (const [name, kind] of edgeOptions) {
    const named = options[name];
    if (named !== undefined)
      for (const to of Array.isArray(named) ? named : [named]) needs.push({ kind, to });
  }
  for (const to of dependsOn) {
    for (const each of [to, ...within(to, registration, childrenOf)])
      needs.push({ kind: "depends-on", to: each });
  }
  return needs;
}

/** The options that refer to resources, and the kinds of edges that they create. */
const edgeOptions = optionsWhere(({ takes }) => takes === "resource" || takes === "resources").map(
  (name) => [name, (resourceOptions[name] as ResourceOption).edge!] as const,
) as readonly (readonly ["deletedWith" | "replaceWith", EdgeKind])[];

/** Returns all resources in a component; none if the resource itself is inside it. */
function within(
  component: ResourceHandle,
  self: Registration,
  childrenOf: ChildrenOf,
): readonly Registration[] {
  if (component.kind !== "component" || isWithin(self, component)) return [];
  const found = [...childrenOf(component)];
  for (const each of found) found.push(...childrenOf(each));
  return found;
}

export function isWithin(registration: Registration, ancestor: ResourceHandle): boolean {
  for (let each: Registration | undefined = registration; each !== undefined; each = each.parent) {
    if (each === ancestor) return true;
  }
  return false;
}

const nothing: readonly Need[] = [];

/** Returns each dependency once, without dependencies of the resource on itself. */
export function distinctNeeds(needs: readonly Need[], self: ResourceHandle): readonly Need[] {
  if (needs.length === 0) return nothing;
  if (needs.length === 1 && needs[0]!.to !== self) return needs.slice();
  const seen = new Set<string>();
  const distinct = needs.filter(({ kind, to, field = "" }) => {
    const key = `${kind} ${field} ${to.urn}`;
    if (to === self || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  // `slice` releases the spare capacity of the filtered array, because the result is kept.
  return distinct.slice();
}
