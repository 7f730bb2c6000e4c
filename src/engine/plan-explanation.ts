import {
  DiagnosticError,
  type Explanation,
  type Json,
  type OutputExplanation,
  type Plan,
} from "../model/index.js";
import {
  explain,
  explainOutput,
  findResource,
  findResources,
  hasOutput,
  noSuchOutput,
} from "../plan/index.js";
import { spelled } from "./facts/named-resource.js";
import { explainJson, explainOutputText, explainText, type Look } from "../render/index.js";

/** Why a plan does what it does to one resource, or to one output of the stack. */
export interface PlanExplanation {
  /** The output, if one was asked about. */
  readonly output?: OutputExplanation;
  /** The resource itself first, then every other one that its reasons lead to; of an output, those it comes from. */
  readonly explanations: readonly Explanation[];
  /** As people read it; plain and of any width unless said. */
  text(look?: Look): string;
  /** As one versioned document, with the same information as the text. */
  toJSON(): Json;
}

/**
 * The resource is named by its URN, moniker, name or id; an output by `output:name`, or by its name if no resource is
 * called so. None or several are a diagnostic.
 */
export function explainPlan(plan: Plan, subject: string): PlanExplanation {
  const resources = resourcesOf(plan);
  const name = outputNamed(plan, subject, findResources(subject, resources).length > 0);
  if (name === undefined) {
    const explanations = explain(plan, findResource(subject, resources).urn);
    return {
      explanations,
      text: (look) => explainText(explanations, look),
      toJSON: () => explainJson(explanations),
    };
  }
  const { output, explanations } = explainOutput(plan, name);
  return {
    output,
    explanations,
    text: (look) =>
      [explainOutputText(output, look), explainText(explanations, look)].filter(Boolean).join("\n"),
    toJSON: () => explainJson(explanations, output),
  };
}

/** Of a resource that leaves something behind, the first change counts. */
function resourcesOf({ changes, monikers }: Plan) {
  const printed = monikers();
  const named = changes.map(({ urn, name, type, prior }) => ({
    urn,
    name,
    type,
    ...spelled(urn, printed),
    ...(prior?.id !== undefined && { id: prior.id }),
  }));
  return [...new Map(named.toReversed().map((each) => [each.urn, each])).values()];
}

function outputNamed(plan: Plan, subject: string, isResource: boolean): string | undefined {
  if (isResource) return undefined;
  if (!subject.startsWith(prefix)) return hasOutput(plan, subject) ? subject : undefined;
  const name = subject.slice(prefix.length);
  if (hasOutput(plan, name)) return name;
  const { outputs, outputChanges } = plan;
  const names = new Set([...Object.keys(outputs), ...outputChanges.map((change) => change.name)]);
  throw new DiagnosticError(noSuchOutput(name, [...names]));
}

const prefix = "output:";
