import { equalValues, getProperty, type PlannedField, type ValueObject } from "../../../model/index.js";
import { diffValues, replacing } from "../../../terraform/change/index.js";
import { isPathPrefix, type CtyObject, type CtyPath } from "../../../terraform/cty/index.js";
import { ctyPathOf, namesOf, programPath } from "../../../terraform/schema/index.js";
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
  const { block } = resource;
  const differences = diffValues(block, before, planned);
  const replacePaths = [
    ...replacing(block, requiresReplace, before, planned),
    ...request.replaceOnChanges.flatMap((text) => ctyPathOf(block, text) ?? []),
  ];
  const isReplacing = (path: CtyPath) => replacePaths.some((each) => isPathPrefix(each, path) || isPathPrefix(path, each));
  const fields = differences.map(({ path, kind }): PlannedField => ({
    path: programPath(block, path),
    kind,
    replaces: isReplacing(path),
    of: causeOf(facts, path),
  }));
  // A write-only value can replace an object without a difference that anybody sees.
  const unseen = replacing(block, requiresReplace, before, planned).filter(
    (path) => !differences.some(({ path: seen }) => isPathPrefix(path, seen) || isPathPrefix(seen, path)),
  );
  return [
    ...fields,
    ...unseen.map((path): PlannedField => ({ path: programPath(block, path), kind: "update", replaces: true, of: "inputs" })),
  ];
}

/** Why a property changes: its input changed, the object was changed outside, or the provider changes it. */
function causeOf({ resource, request, inputs }: FieldFacts, path: CtyPath): PlannedField["of"] {
  const [first] = path;
  if (first === undefined || !("attribute" in first)) return "outputs";
  const name = namesOf(resource.block).program.get(first.attribute) ?? first.attribute;
  const { prior, observed, baseline } = request;
  if (!equalValues(getProperty(prior?.inputs ?? {}, name), getProperty(inputs, name))) return "inputs";
  const wasObserved = observed !== undefined && baseline !== undefined;
  if (wasObserved && !equalValues(getProperty(baseline, name), getProperty(observed.outputs, name))) return "drift";
  return "outputs";
}
