import type { Diagnostic, Plan, Step } from "../model/index.js";
import { outputsNotShown } from "../plan/index.js";
import type { SettledState } from "./settling/open-intents.js";

/**
 * The steps and outputs of a plan that the one which was approved has not shown. Where that has shown a create that is to
 * be repeated, and the object has come meanwhile, an update brings it to the same inputs instead.
 */
export function whatWasNotShown(
  approved: Plan,
  plan: Plan,
  { settled }: Pick<SettledState, "settled">,
): readonly string[] {
  const shown = new Set(approved.steps.map(({ id }) => id));
  const created = new Set(approved.steps.flatMap(({ action, urn }) => (action === "create" ? [urn] : [])));
  const adopted = new Set(settled.flatMap(({ urn, what }) => (what === "adopted" ? [urn] : [])));
  const isInstead = ({ action, urn }: Step) => action === "update" && adopted.has(urn) && created.has(urn);
  const others = plan.steps.filter(
    (step) => step.action !== "confirm" && !shown.has(step.id) && !isInstead(step),
  );
  const outputs = outputsNotShown(approved.outputChanges, plan.outputChanges);
  return [...others.map(({ id }) => id), ...outputs.map((name) => `output ${name}`)];
}

/** The warnings of settling that the plan which was approved has not shown. */
export function warningsNotShown(
  { warnings: shown }: Plan,
  { warnings }: Pick<SettledState, "warnings">,
): readonly Diagnostic[] {
  return warnings.filter(
    ({ code, detail }) => !shown.some((each) => each.code === code && each.detail === detail),
  );
}
