import type { RenameSuggestion, Scope } from "../../../model/index.js";
import { likelyRenames, type RenameCandidate } from "../../../plan/index.js";
import type { WorkedPlan } from "../../facts/worked-plan.js";

/** Returns pairs of a deleted and a created resource that may be one resource under two names. */
export function suggestRenames({
  resources,
  removals,
  state,
  isDestroy,
  refreshed,
}: WorkedPlan): readonly RenameSuggestion[] {
  if (isDestroy || refreshed !== undefined) return [];
  const leaving = removals.flatMap(({ row, object, by, reason }): RenameCandidate[] => {
    const { urn, type, name, kind, scope } = row;
    const isLeaving = by === "delete" || (by === "forget" && kind === "component");
    if (!isLeaving || reason.kind !== "not-in-program" || object.status !== "current") return [];
    return [{ urn, type, name, inputs: object.stored.inputs, replaceFields: [], ...explicitId(name, scope) }];
  });
  if (leaving.length === 0) return [];
  const made = [...resources.values()].flatMap((walked): RenameCandidate[] => {
    const { registration, decision, planned, inputs, provider } = walked;
    const { urn, type, name, scope } = registration;
    const isNew = decision.reasons.some(({ kind }) => kind === "not-in-state");
    if (decision.action !== "create" || !isNew) return [];
    const replaceFields = provider?.loaded.package.replaceFields?.(type) ?? [];
    return [
      { urn, type, name, inputs: planned?.inputs ?? inputs, replaceFields, ...explicitId(name, scope) },
    ];
  });
  return likelyRenames(leaving, made, [...state.byUrn.values()]);
}

/** Without a scope, the program was not compiled and all its names are explicit. */
function explicitId(name: string, scope: Scope | undefined): { readonly explicitId?: string } {
  if (scope === undefined) return { explicitId: name };
  return "id" in scope ? { explicitId: scope.id } : {};
}
