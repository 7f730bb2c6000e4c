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

/** The reasons for the planned action on one resource or one stack output. */
export interface PlanExplanation {
  /** The output, if the subject is one. */
  readonly output?: OutputExplanation;
  /** The resource first, then all others that its reasons refer to. For an output, the resources it comes from. */
  readonly explanations: readonly Explanation[];
  /** As text; without color and unwrapped by default. */
  text(look?: Look): string;
  /** As a versioned JSON document with the same information as the text. */
  toJSON(): Json;
}

/**
 * `subject` is a URN, moniker, name or id of a resource, or `output:name`; a plain output name works if no resource has
 * that name. Throws if none or several match.
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

/** If a resource has several changes, the first one counts. */
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
