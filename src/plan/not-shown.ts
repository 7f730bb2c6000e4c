import type { Diagnostic, OutputChange, Plan, Step, Value, ValueObject } from "../model/index.js";
import { brokenPremises } from "./premise.js";

/**
 * The steps and outputs of a plan that the one which was approved has not shown. Where that has shown a create that is to
 * be repeated, and the object has come meanwhile, an update brings it to the same inputs instead.
 */
export function whatWasNotShown(
  approved: Pick<Plan, "steps" | "outputChanges">,
  plan: Pick<Plan, "steps" | "outputChanges">,
  settled: readonly { readonly urn: string; readonly what: string }[],
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
  { warnings: shown }: Pick<Plan, "warnings">,
  warnings: readonly Diagnostic[],
): readonly Diagnostic[] {
  return warnings.filter(
    ({ code, detail }) => !shown.some((each) => each.code === code && each.detail === detail),
  );
}

/** The names of outputs that a plan would change now and that another plan, which was approved, did not show so. */
function outputsNotShown(shown: readonly OutputChange[], now: readonly OutputChange[]): readonly string[] {
  const approved = new Map(shown.map((change) => [change.name, change]));
  const isOther = ({ name, after }: OutputChange) => {
    const change = approved.get(name);
    const values = (value: Value): ValueObject => ({ value });
    return (
      change === undefined || brokenPremises(values(change.after), values(after), () => false).length > 0
    );
  };
  return now.filter(isOther).map(({ name }) => name);
}
