import type { Diagnostic, OutputChange, Plan, Step, Value, ValueObject } from "../model/index.js";
import { brokenPremises } from "./premise.js";

/**
 * Returns the steps and outputs of a plan that the approved plan did not show. If the approved plan repeats a
 * create and the object has appeared since, an update to the same inputs is allowed instead.
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

/** Returns the warnings about interrupted operations that the approved plan did not show. */
export function warningsNotShown(
  { warnings: shown }: Pick<Plan, "warnings">,
  warnings: readonly Diagnostic[],
): readonly Diagnostic[] {
  return warnings.filter(
    ({ code, detail }) => !shown.some((each) => each.code === code && each.detail === detail),
  );
}

/** Returns the names of outputs that a plan would change now and that the approved plan did not show like that. */
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
