import {
  getProperty,
  isKnown,
  openSecrets,
  type Diagnostic,
  type ValueObject,
} from "../../../model/index.js";
import type { ProviderCall } from "../../contract/index.js";
import type { FieldGroup } from "../../constraint.js";
import type { DefinedResource } from "../../resource-type.js";
import { problem } from "../diagnostics.js";
import { about, hookFailed } from "../hook/hook-runner.js";
import type { FieldIssue } from "../field/decode-fields.js";
import { toPlainFields } from "../field/plain.js";
import { maskFor } from "../hook/secret-texts.js";

/**
 * Returns all violated constraints whose fields are known. `given` are the inputs from the program without defaults,
 * because an omitted field does not count as set. Skips constraints over fields with `issues`.
 */
export function checkConstraints(
  call: ProviderCall,
  defined: DefinedResource,
  given: ValueObject,
  decoded: ValueObject,
  issues: readonly Pick<FieldIssue, "field">[],
): readonly Diagnostic[] {
  const { constraints = [] } = defined;
  if (constraints.length === 0) return [];
  const undecided = new Set(issues.map(({ field }) => field));
  const isDecided = (field: string) => !undecided.has(field) && isKnown(getProperty(decoded, field));
  return constraints.flatMap((constraint, index) => {
    if (!constraint.fields.every(isDecided)) return [];
    if (constraint.kind === "rule") {
      const seen = Object.fromEntries(constraint.fields.map((field) => [field, getProperty(decoded, field)]));
      try {
        if (constraint.holds(toPlainFields(seen))) return [];
      } catch (error) {
        const { package: name, version } = defined.provider;
        const place = { type: defined.type, hook: `constraints[${index}]` };
        return [hookFailed(place, `${name} ${version}`, { error, mask: maskFor(seen) }, call)];
      }
      return [broken(call, defined, constraint.fields, constraint.message)];
    }
    const fault = groupFault(constraint, given, decoded);
    return fault === undefined ? [] : [broken(call, defined, constraint.fields, fault)];
  });
}

function groupFault(
  { kind, fields }: FieldGroup<string>,
  given: ValueObject,
  decoded: ValueObject,
): string | undefined {
  const written = fields.filter((field) => isThere(given, field));
  switch (kind) {
    case "exactlyOneOf":
      if (written.length === 1) return undefined;
      return `Exactly one of ${list(fields)} must be set, but ${written.length === 0 ? "none is" : `${list(written)} are`}.`;
    case "conflicts":
      return written.length < 2
        ? undefined
        : `At most one of ${list(fields)} can be set, but ${list(written)} are.`;
    case "requiredWith": {
      const [first, ...others] = fields;
      const missing = others.filter((field) => !isThere(decoded, field));
      if (missing.length === 0 || !isThere(given, first!)) return undefined;
      return `${list([first!])} is set, so ${list(missing)} must also be set.`;
    }
  }
}

function isThere(values: ValueObject, field: string): boolean {
  return (openSecrets(getProperty(values, field)) ?? null) !== null;
}

function list(fields: readonly string[]): string {
  return fields.map((field) => JSON.stringify(field)).join(", ");
}

function broken(
  call: ProviderCall,
  { type }: DefinedResource,
  fields: readonly string[],
  message: string,
): Diagnostic {
  return problem("provider/constraint", {
    detail: message,
    hint: `Change the inputs ${list(fields)} of ${type} in the program.`,
    ...about(call),
    ...(fields[0] !== undefined && { path: fields[0] }),
  });
}
