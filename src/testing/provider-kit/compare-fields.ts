import { equalValues, stripSecrets, type ValueObject } from "../../model/index.js";
import { valueText } from "../../render/index.js";

/** Describes the fields that differ between two sides. Secrets are masked. */
export function fieldDifferences(
  fields: readonly string[],
  before: ValueObject,
  after: ValueObject,
  names: { readonly before: string; readonly after: string },
): readonly string[] {
  return fields.flatMap((field) => {
    const [one, other] = [before[field], after[field]];
    if (equalValues(stripSecrets(one), stripSecrets(other))) return [];
    return [`${field}: ${names.before} has ${valueText(one)}, but ${names.after} has ${valueText(other)}`];
  });
}
