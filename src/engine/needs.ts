import type { EdgeKind, Registration, ResourceHandle } from "../model/index.js";
import type { Dependencies } from "../program/index.js";

/** That a resource of the program needs another, and through what. */
export interface Need {
  readonly kind: EdgeKind;
  readonly to: ResourceHandle;
  readonly field?: string;
}

/** The needs that a resource's options say: parent, dependsOn, provider, deletedWith. */
export function needsOfOptions({ parent, options }: Registration, dependsOn: Dependencies): readonly Need[] {
  const needs: Need[] = [];
  if (parent !== undefined) needs.push({ kind: "parent", to: parent });
  if (options.provider !== undefined) needs.push({ kind: "provider", to: options.provider });
  if (options.deletedWith !== undefined) needs.push({ kind: "deleted-with", to: options.deletedWith });
  for (const to of dependsOn) needs.push({ kind: "depends-on", to });
  return needs;
}

/** Each need once, without those for the resource itself. */
export function distinctNeeds(needs: readonly Need[], self: ResourceHandle): readonly Need[] {
  const seen = new Set<string>();
  return needs.filter(({ kind, to, field = "" }) => {
    const key = `${kind} ${field} ${to.urn}`;
    if (to === self || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
