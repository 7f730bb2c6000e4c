import {
  hiddenPaths,
  isKnown,
  shownSides,
  type Cause,
  type Diagnostic,
  type Explanation,
  type FieldSource,
  type OutputExplanation,
  type OutputSource,
  type Plan,
} from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { problem } from "./diagnostics.js";
import { explain } from "./explain.js";
import { movedProperties } from "./moved-properties.js";
import { planRelations } from "./plan-relations.js";

/** True if the stack has an output of this name, before or after the apply of a plan. */
export function hasOutput({ outputs, outputChanges }: Plan, name: string): boolean {
  return Object.hasOwn(outputs, name) || outputChanges.some((change) => change.name === name);
}

/** Explains the change of an output, and the changes of the resources that its new value comes from. */
export function explainOutput(
  plan: Plan,
  name: string,
): { readonly output: OutputExplanation; readonly explanations: readonly Explanation[] } {
  const change = plan.outputChanges.find((each) => each.name === name);
  if (change === undefined) {
    const isLeftOpen = !isKnown(plan.outputs[name]);
    const open: Pick<OutputExplanation, "keepsLast"> = isLeftOpen ? { keepsLast: true } : {};
    return { output: { name, change: "none", ...open, from: [] }, explanations: [] };
  }
  const { kind, before, after, sources, predicted } = change;
  const sides = shownSides(hiddenPaths(), [name], { [name]: before }, { [name]: after });
  const from = kind === "delete" ? [] : sourcesOf(sources, plan);
  const causes = from.flatMap((source) => (source.kind === "resource" ? [source.cause.urn] : []));
  return {
    output: { name, change: kind, ...sides, ...(predicted && isKnown(after) && { predicted }), from },
    explanations: explain(plan, ...causes),
  };
}

/** Returns the changing resources that the output is computed from, or the program if there are none. */
function sourcesOf(sources: readonly OutputSource[], plan: Plan): readonly FieldSource[] {
  const relations = planRelations(plan);
  const moved = sources.flatMap(({ urn, reads }): readonly FieldSource[] => {
    const other = relations.changes.get(urn);
    const properties = other === undefined ? "none" : movedProperties(other, reads, relations);
    if (other === undefined || properties === "none") return [];
    const { type, name, action } = other;
    const cause: Cause = { urn, type, name, action };
    return [{ kind: "resource", ...(properties !== "unnamed" && { properties }), cause }];
  });
  return moved.length > 0 ? moved : [{ kind: "program" }];
}

export function noSuchOutput(name: string, names: readonly string[]): Diagnostic {
  const near = nearestName(name, names);
  const asked = JSON.stringify(shortenMiddle(name, longest));
  return problem("plan/no-such-output", {
    detail: `This stack has no output named ${asked}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
    hint: "List the recorded outputs:\n    coco output",
  });
}

/** Maximum length of a name in a diagnostic. */
const longest = 200;
