import type { Diagnostic } from "../../model/index.js";
import { untouched } from "./walk/plan-untouched.js";
import type { TargetSelection } from "../targets/target-selection.js";
import { needsUntouched } from "../facts/resource-problem.js";
import type { FailedWalk, WalkedResource } from "../facts/walked.js";

export interface WithinSelection {
  readonly walked: readonly (WalkedResource | FailedWalk)[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decides about components and provider configurations once all selected resources are known: those outside the
 * selection are left alone. Failures outside the selection are ignored.
 */
export function withinSelection(
  walked: readonly (WalkedResource | FailedWalk)[],
  selection: TargetSelection,
): WithinSelection {
  if (selection.isWhole) return { walked, diagnostics: selection.problems };
  const inside = walked.filter((each) => each.ok || selection.has(each.registration));
  const decided = inside.map((each) => (each.ok ? decidedApart(each, selection) : each));
  const diagnostics = decided.flatMap((each) => {
    if (!each.ok || each.decision.action === "skip") return [];
    return missing(each, selection).map(({ to }) => needsUntouched(each.registration, to));
  });
  return { walked: decided, diagnostics: [...selection.problems, ...diagnostics] };
}

function decidedApart(walked: WalkedResource, selection: TargetSelection): WalkedResource {
  const { registration, prior } = walked;
  const { kind, urn } = registration;
  // A component that would only be recorded again can wait for its dependencies.
  const canWait = kind === "component" && prior !== undefined && !selection.isChosen(urn);
  const isApart = !selection.has(registration) || (canWait && missing(walked, selection).length > 0);
  return isApart ? { ...walked, decision: untouched } : walked;
}

function missing({ needs }: WalkedResource, selection: TargetSelection): WalkedResource["needs"] {
  return needs.filter(({ to }) => selection.isMissing(to));
}
