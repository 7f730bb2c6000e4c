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

/** That a resource of the program needs another, and through what. */
export interface Need {
  readonly kind: EdgeKind;
  readonly to: ResourceHandle;
  readonly field?: string;
}

/** What stands directly below a resource of the program. */
export type ChildrenOf = (parent: ResourceHandle) => readonly Registration[];

/** The needs that a resource's options say: parent, dependsOn, provider, deletedWith, replaceWith. */
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

/** The options that name resources, and the edges that they make. */
const edgeOptions = optionsWhere(({ takes }) => takes === "resource" || takes === "resources").map(
  (name) => [name, (resourceOptions[name] as ResourceOption).edge!] as const,
) as readonly (readonly ["deletedWith" | "replaceWith", EdgeKind])[];

/** Everything in a component; nothing for one that the resource is in itself: it is then no other's need. */
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

/** Each need once, without those for the resource itself. */
export function distinctNeeds(needs: readonly Need[], self: ResourceHandle): readonly Need[] {
  if (needs.length === 0) return nothing;
  const seen = new Set<string>();
  const distinct = needs.filter(({ kind, to, field = "" }) => {
    const key = `${kind} ${field} ${to.urn}`;
    if (to === self || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  // What is filtered has room for more, and this is kept.
  return distinct.slice();
}
