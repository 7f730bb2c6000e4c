import { equalValues, getProperty, type PlannedField, type ValueObject } from "../../../model/index.js";
import { diffValues, replacing } from "../../../terraform/change/index.js";
import { isPathPrefix, type CtyObject, type CtyPath } from "../../../terraform/cty/index.js";
import { containsCtyPath, patternOf, programPath, topNamesOf } from "../../../terraform/schema/index.js";
import type { PlanRequest } from "../../contract/index.js";
import type { ResourceSchema } from "./session.js";

export interface FieldFacts {
  readonly resource: ResourceSchema;
  readonly request: Pick<PlanRequest, "prior" | "observed" | "baseline" | "replaceOnChanges">;
  /** The state that the plan starts from: the observed one, if the object was read. */
  readonly before: CtyObject;
  readonly planned: CtyObject;
  /** The inputs that would be recorded. */
  readonly inputs: ValueObject;
  readonly requiresReplace: readonly CtyPath[];
}

/** Returns the properties that an update changes, why, and which of them replace the object. */
export function changedFields(facts: FieldFacts): readonly PlannedField[] {
  const { resource, request, before, planned, requiresReplace } = facts;
  // State has no unknown parts, so it does not differ from itself.
  if (planned === before && requiresReplace.length === 0) return [];
  const { block } = resource;
  const differences = diffValues(block, before, planned);
  const required = replacing(block, requiresReplace, before, planned);
  const requested = request.replaceOnChanges.flatMap((text) => {
    const pattern = patternOf(block, text);
    return pattern === undefined ? [] : [pattern];
  });
  const isReplacing = (path: CtyPath) =>
    required.some((each) => overlap(each, path)) ||
    requested.some((pattern) => containsCtyPath(pattern, path));
  const fields = differences.map(({ path, kind }): PlannedField => ({
    path: programPath(block, path),
    kind,
    replaces: isReplacing(path),
    of: causeOf(facts, path),
  }));
  // A write-only value can replace an object without a difference that anybody sees.
  const unseen = required.filter((path) => !differences.some(({ path: seen }) => overlap(path, seen)));
  return [
    ...fields,
    ...unseen.map((path): PlannedField => ({
      path: programPath(block, path),
      kind: "update",
      replaces: true,
      of: "inputs",
    })),
  ];
}

/** True if one of two places contains the other. */
function overlap(one: CtyPath, other: CtyPath): boolean {
  return isPathPrefix(one, other) || isPathPrefix(other, one);
}

/** Why a property changes: its input changed, the object was changed outside, or the provider changes it. */
function causeOf({ resource, request, inputs }: FieldFacts, path: CtyPath): PlannedField["of"] {
  const [first] = path;
  if (first === undefined || !("attribute" in first)) return "outputs";
  const name = topNamesOf(resource.block).program.get(first.attribute) ?? first.attribute;
  const { prior, observed, baseline } = request;
  if (!equalValues(getProperty(prior?.inputs ?? {}, name), getProperty(inputs, name))) return "inputs";
  const wasObserved = observed !== undefined && baseline !== undefined;
  if (wasObserved && !equalValues(getProperty(baseline, name), getProperty(observed.outputs, name)))
    return "drift";
  return "outputs";
}
