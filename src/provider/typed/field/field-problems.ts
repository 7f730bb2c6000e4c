import { getProperty, type Diagnostic, type ValueObject } from "../../../model/index.js";
import type { ProviderCall } from "../../contract/index.js";
import type { Fields } from "../../fields.js";
import type { FieldIssue } from "./decode-fields.js";
import { problem } from "../diagnostics.js";
import { about } from "../hook/hook-runner.js";
import { nearestName } from "../../../std/nearest-name.js";

/** Returns all problems of the inputs of a resource, function or method: unknown names and invalid values. */
export function inputProblems(
  call: Pick<ProviderCall, "urn">,
  type: string,
  fields: Fields,
  given: ValueObject,
  issues: readonly FieldIssue[],
  place = "creates the resource",
): readonly Diagnostic[] {
  const unknownNames = strangers(fields, given).map((name) =>
    problem("provider/no-such-input", {
      detail: `${type} has no input ${JSON.stringify(name)}.`,
      hint: suggestion(name, fields, "inputs"),
      ...about(call),
      path: name,
    }),
  );
  const misfits = issues.map((issue) =>
    problem("provider/invalid-input", {
      detail: `${sentence(issue, type)} ${issue.message}`,
      hint: `Change ${issue.path} where the program ${place}.`,
      ...about(call),
      path: issue.path,
    }),
  );
  return [...unknownNames, ...misfits];
}

/** Returns all problems of the configuration of a provider. */
export function settingProblems(
  call: ProviderCall,
  packageName: string,
  fields: Fields,
  given: ValueObject,
  issues: readonly FieldIssue[],
): readonly Diagnostic[] {
  const owner = `the provider ${packageName}`;
  const unknownNames = strangers(fields, given).map((name) =>
    problem("provider/no-such-setting", {
      detail: `The provider ${packageName} has no configuration value ${JSON.stringify(name)}.`,
      hint: suggestion(name, fields, "configuration values"),
      ...about(call),
      path: name,
    }),
  );
  const misfits = issues.map((issue) =>
    problem("provider/invalid-setting", {
      detail: `${sentence(issue, owner)} ${issue.message}`,
      hint: `Set it for the stack, or pass it to the provider resource in the program:\n    coco config set ${packageName}:${issue.field} …`,
      ...about(call),
      path: issue.path,
    }),
  );
  return [...unknownNames, ...misfits];
}

/** Returns the diagnostic for a hook result that does not match the definition. */
export function answerProblem(
  call: Pick<ProviderCall, "urn">,
  type: string,
  hook: string,
  fault: string,
  path?: string,
): Diagnostic {
  return problem("provider/invalid-answer", {
    detail: `${hook} of ${type} ${fault}`,
    hint: "The provider has a bug. Report it to its author: the result of the hook must match the definition.",
    ...about(call),
    ...(path !== undefined && { path }),
  });
}

/** Returns the diagnostics for outputs that are missing or invalid. */
export function outputProblems(
  call: Pick<ProviderCall, "urn">,
  type: string,
  hook: string,
  issues: readonly FieldIssue[],
  side: "output" | "input" = "output",
): readonly Diagnostic[] {
  return issues.map(({ field, path, isMissing, message }) => {
    const fault = isMissing
      ? `did not return the ${side} ${JSON.stringify(field)}. ${message}`
      : `returned an invalid ${side}: ${path}. ${message}`;
    return answerProblem(call, type, hook, fault, path);
  });
}

function strangers(fields: Fields, given: ValueObject): readonly string[] {
  return Object.keys(given).filter(
    (name) => !Object.hasOwn(fields, name) && getProperty(given, name) !== undefined,
  );
}

function suggestion(name: string, fields: Fields, what: string): string {
  const names = Object.keys(fields);
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return `Did you mean ${JSON.stringify(nearest)}?`;
  return names.length === 0 ? `It has no ${what}.` : `Available ${what}: ${names.join(", ")}`;
}

function sentence({ field, path, isMissing }: FieldIssue, owner: string): string {
  return isMissing ? `${JSON.stringify(field)} of ${owner} is missing.` : `${path} of ${owner} is invalid.`;
}
