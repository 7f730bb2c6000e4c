import { equalValues, stripSecrets, type ValueObject } from "../../model/index.js";
import { valueText } from "../../render/index.js";

/** The fields of two sides that differ, in words; secrets are masked. */
export function fieldDifferences(
  fields: readonly string[],
  before: ValueObject,
  after: ValueObject,
  names: { readonly before: string; readonly after: string },
): readonly string[] {
  return fields.flatMap((field) => {
    const [one, other] = [before[field], after[field]];
    if (equalValues(stripSecrets(one), stripSecrets(other))) return [];
    return [`${field}: ${names.before} says ${valueText(one)}, and ${names.after} says ${valueText(other)}`];
  });
}
