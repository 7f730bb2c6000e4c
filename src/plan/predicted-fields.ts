import { parsePropertyPath, type ChangeAction, type Planned, type ResourceKind } from "../model/index.js";
import type { BrokenPremise } from "./premise.js";

/** The facts about a declared resource that matter for predictions. */
export interface PredictionFacts {
  readonly urn: string;
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  readonly planned: Pick<Planned, "inputs" | "outputs" | "predicted"> | undefined;
  /** Returns the sources of its values. Called only if a resource of the plan has predicted outputs. */
  readonly sources: () => readonly ValueSourceFact[];
}

/** A value of a resource that is computed from another resource. */
export interface ValueSourceFact {
  /** An input, `replaceTrigger`, or `wholeResource` if a callback creates the resource. */
  readonly field: string;
  readonly urn: string;
  /** The properties that are read; undefined if only a callback knows them. */
  readonly reads: readonly string[] | undefined;
}

/** Stands for all values of a resource that a callback created from a predicted value. */
export const wholeResource = "*";

/** True if the provider shows an output without a guarantee. */
export function isPredicted({ predicted }: Pick<Planned, "predicted">, output: string): boolean {
  return predicted === "all" || (predicted?.includes(output) ?? false);
}

/** True if a change makes a call for which the provider predicts some or all outputs. */
export function predictsOutputs({ action, planned }: Pick<PredictionFacts, "action" | "planned">): boolean {
  const predicted = planned?.predicted;
  return predicted !== undefined && predicted.length > 0 && isPerformed(action);
}

/**
 * Returns the values of a plan that depend on predicted outputs, directly or indirectly, by URN and field. A
 * resource with such values may return unexpected outputs, so values computed from those depend on the prediction
 * too.
 */
export function predictedFields(
  resources: readonly PredictionFacts[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const open = resources.filter(predictsOutputs).map(({ urn }) => urn);
  const fields = new Map<string, Set<string>>();
  if (open.length === 0) return fields;
  const byUrn = new Map(resources.map((each) => [each.urn, each]));
  const dependents = dependentsOf(resources);
  for (let urn = open.pop(); urn !== undefined; urn = open.pop()) {
    const source = byUrn.get(urn);
    for (const [dependent, { field, reads }] of dependents.get(urn) ?? []) {
      if (source === undefined || !readsPredicted(source, reads, fields.get(urn))) continue;
      const known = fields.get(dependent) ?? new Set();
      if (known.has(field)) continue;
      fields.set(dependent, known.add(field));
      open.push(dependent);
    }
  }
  return fields;
}

/** True if a resource that reads these properties of another reads a predicted value. */
export function readsPredicted(
  source: PredictionFacts,
  reads: readonly string[] | undefined,
  fields: ReadonlySet<string> | undefined,
): boolean {
  if (reads === undefined) return fields !== undefined || predictsOutputs(source);
  return reads.some((path) => isPredictedProperty(source, parsePropertyPath(path)[0] as string, fields));
}

/**
 * True if the actual value of a property may differ; `fields` are the values of its resource that depend on
 * predictions.
 */
function isPredictedProperty(
  source: PredictionFacts,
  name: string,
  fields: ReadonlySet<string> = nothing,
): boolean {
  const { kind, action, planned } = source;
  if (name === "urn") return false;
  if (fields.has(name) || (kind === "external" && fields.size > 0)) return true;
  if (name === "id" || planned === undefined || !isPerformed(action)) return false;
  if (isPredicted(planned, name)) return true;
  // Outputs that the provider computes may change with its inputs; an input is what the program gives.
  return Object.hasOwn(planned.inputs, name) ? fields.has(wholeResource) : fields.size > 0;
}

const nothing: ReadonlySet<string> = new Set();

function isPerformed(action: ChangeAction): boolean {
  return action === "create" || action === "update" || action === "replace" || action === "import";
}

function dependentsOf(
  resources: readonly PredictionFacts[],
): ReadonlyMap<string, readonly (readonly [urn: string, by: ValueSourceFact])[]> {
  const dependents = new Map<string, (readonly [string, ValueSourceFact])[]>();
  for (const { urn, sources } of resources) {
    for (const source of sources()) {
      const others = dependents.get(source.urn);
      if (others === undefined) dependents.set(source.urn, [[urn, source]]);
      else others.push([urn, source]);
    }
  }
  return dependents;
}

/** The differences from the plan, by whether their field may differ. */
export interface PartedPremises {
  readonly broken: readonly BrokenPremise[];
  /** Differences caused by wrong predictions. */
  readonly missed: readonly BrokenPremise[];
}

export function partPremises(
  premises: readonly BrokenPremise[],
  isMissed: (field: string) => boolean,
): PartedPremises {
  const isAllowed = ({ path }: BrokenPremise) => isMissed(parsePropertyPath(path)[0] as string);
  return {
    broken: premises.filter((each) => !isAllowed(each)),
    missed: premises.filter(isAllowed),
  };
}
