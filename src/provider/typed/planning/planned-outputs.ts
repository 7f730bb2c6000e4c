import {
  getProperty,
  markedAs,
  parsePropertyPath,
  setProperty,
  unknown,
  type PlannedField,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import type { PlanRequest } from "../../contract/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { isSecretField } from "../../secret.js";
import { isEchoOfSecret } from "../hook/hook-answers.js";
import { sightedOutputs } from "./drift.js";

/**
 * Returns the planned outputs that dependents see. For a new object all are unknown. For an update, those are unknown
 * that have the name of a changed input, are marked, drifted, or are volatile. For an unchanged object all are as
 * recorded.
 */
export function plannedOutputs(
  defined: DefinedResource,
  request: PlanRequest,
  inputs: ValueObject,
  fields: readonly PlannedField[],
  marked: ReadonlySet<string>,
): ValueObject {
  const { mode, prior } = request;
  const isNew = mode === "create" || prior === undefined || fields.some(({ replaces }) => replaces);
  const moved = movedOutputs(defined, fields, marked);
  const { observed } = sightedOutputs(request);
  const outputs: { [field: string]: Value } = {};
  for (const field of Object.keys(defined.outputs)) {
    const isUnknown = isNew || prior.unfinished !== undefined || moved.has(field);
    // An output that was added after the object was recorded is only known from `read`.
    const value = isUnknown ? unknown : (getProperty(prior.outputs, field) ?? getProperty(observed, field));
    if (value === undefined) continue;
    const isSecret =
      isSecretField(defined.outputs[field]!) || isEchoOfSecret(defined, field, [inputs, prior?.inputs ?? {}]);
    setProperty(outputs, field, isSecret ? markedAs("secret", value) : value);
  }
  return outputs;
}

function movedOutputs(
  { volatile = [] }: DefinedResource,
  fields: readonly PlannedField[],
  marked: ReadonlySet<string>,
): ReadonlySet<string> {
  if (fields.length === 0) return marked;
  const moved = new Set(fields.map(({ path }) => parsePropertyPath(path)[0] as string));
  for (const field of [...marked, ...volatile]) moved.add(field);
  return moved;
}
