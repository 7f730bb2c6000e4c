import {
  getProperty,
  parsePropertyPath,
  secretOf,
  stripSecrets,
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
 * What others may read of the outputs while they are only planned. Of something new nothing is known; of an
 * update all but what has the name of a changed input, was marked, drifted, or moves by itself; without a change
 * it is what is recorded.
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
  const isUnknown = (field: string) => isNew || prior.unfinished !== undefined || moved.has(field);
  const moved = new Set([
    ...fields.map(({ path }) => parsePropertyPath(path)[0] as string),
    ...marked,
    ...(fields.length > 0 ? (defined.volatile ?? []) : []),
  ]);
  const { observed } = sightedOutputs(request);
  const entries = Object.entries(defined.outputs).flatMap(([field, schema]): [string, Value][] => {
    // An output that is newer than the record is known only by having been read.
    const value = isUnknown(field)
      ? unknown
      : (getProperty(prior!.outputs, field) ?? getProperty(observed, field));
    if (value === undefined) return [];
    const isSecret = isSecretField(schema) || isEchoOfSecret(defined, field, [inputs, prior?.inputs ?? {}]);
    return [[field, isSecret ? secretOf(stripSecrets(value)) : value]];
  });
  return Object.fromEntries(entries);
}
