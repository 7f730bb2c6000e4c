import type { Explanation, Json, Plan } from "../model/index.js";
import { explain, findResource } from "../plan/index.js";
import { explainJson, explainText, type Look } from "../render/index.js";

/** Why a plan does what it does to one resource. */
export interface PlanExplanation {
  /** The resource itself first, then every other one that its reasons lead to. */
  readonly explanations: readonly Explanation[];
  /** As people read it; plain and of any width unless said. */
  text(look?: Look): string;
  /** As one versioned document, with the same information as the text. */
  toJSON(): Json;
}

/** The resource is named by its URN, moniker, name or id; none or several are a diagnostic. */
export function explainPlan(plan: Plan, resource: string): PlanExplanation {
  const named = plan.changes.map(({ urn, name, type, moniker, prior }) => ({
    urn,
    name,
    type,
    ...(moniker !== undefined && { moniker }),
    ...(prior?.id !== undefined && { id: prior.id }),
  }));
  const { urn } = findResource(
    resource,
    new Map(named.toReversed().map((each) => [each.urn, each])).values(),
  );
  const explanations = explain(plan, urn);
  return {
    explanations,
    text: (look) => explainText(explanations, look),
    toJSON: () => explainJson(explanations),
  };
}
