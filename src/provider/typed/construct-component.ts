import type { StandardSchemaV1 } from "@standard-schema/spec";
import { DiagnosticError, isDiagnosticError, type Diagnostic, type ValueObject } from "../../model/index.js";
import { output, secret, type Output } from "../../sdk/index.js";
import { isResource, outputOf, registrationOf, type ConstructComponent } from "../../sdk/internal.js";
import { decodeField } from "../decode-field.js";
import type { Fields } from "../fields.js";
import type { DefinedComponent } from "../provider-component.js";
import { isSecretField } from "../secret.js";
import { fieldIssue, type FieldIssue } from "./field/decode-fields.js";
import { answerProblem, inputProblems, outputProblems } from "./field/field-problems.js";
import { hookFailed } from "./hook/hook-runner.js";
import { maskFor } from "./hook/secret-texts.js";

/**
 * Returns the function that creates components of a type. Inputs and outputs are decoded by their schemas when they are
 * known, during plan or apply. They keep their secrets, unknowns and dependencies.
 */
export function constructorFor(defined: DefinedComponent, packageText: string): ConstructComponent {
  return async ({ component, inputs, options }) => {
    const { type, name, urn, resource } = component;
    const given = Object.fromEntries(Object.keys(inputs).map((each) => [each, true])) as ValueObject;
    const asked = Object.entries(inputs).map(([each, expression]) => [each, outputOf(expression)] as const);
    const inputFault = (issues: readonly FieldIssue[], among: ValueObject = {}) =>
      inputProblems({ urn }, type, defined.inputs, among, issues);
    const taken = decodeAll(type, defined.inputs, Object.fromEntries(asked), inputFault);
    refuse([...inputFault([], given), ...taken.diagnostics]);
    const answer = await constructed({ urn }, packageText, defined, () =>
      defined.construct({ name, inputs: taken.values, options, component: resource as never }),
    );
    const offered = decodeAll(type, defined.outputs, answer, (issues) =>
      outputProblems({ urn }, type, "construct", issues),
    );
    refuse(offered.diagnostics);
    return offered.values;
  };
}

/** Passes on diagnostics of the resources that it creates. Any other error is reported as a failure of `construct`. */
async function constructed(
  call: { readonly urn: string },
  packageText: string,
  { type }: DefinedComponent,
  construct: () => unknown,
): Promise<object> {
  let answer: unknown;
  try {
    answer = await construct();
  } catch (error) {
    if (isDiagnosticError(error)) throw error;
    const thrown = { error, mask: maskFor() };
    throw new DiagnosticError(hookFailed({ type, hook: "construct" }, packageText, thrown, call));
  }
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer) && !isResource(answer))
    return answer;
  if (answer === undefined) return {};
  throw new DiagnosticError(answerProblem(call, type, "construct", "did not return an object of outputs."));
}

interface DecodedArguments {
  readonly values: { readonly [field: string]: Output<unknown> };
  /** The problems that are already visible: missing fields. */
  readonly diagnostics: readonly Diagnostic[];
}

type ReportIssues = (issues: readonly FieldIssue[]) => readonly Diagnostic[];

function decodeAll(owner: string, fields: Fields, given: object, fault: ReportIssues): DecodedArguments {
  const values: [string, Output<unknown>][] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name)
      ? (given as { readonly [name: string]: unknown })[name]
      : undefined;
    const decoding: Decoding = { owner, name, field, fault };
    if (value === undefined) {
      const { issues, value: byDefault } = decode(decoding, undefined);
      diagnostics.push(...fault(issues));
      if (byDefault !== undefined) values.push([name, marked(field, output(byDefault))]);
    } else {
      values.push([
        name,
        marked(
          field,
          output(value).apply((known) => decodeKnown(decoding, known)),
        ),
      ]);
    }
  }
  return { values: Object.fromEntries(values), diagnostics };
}

interface Decoding {
  readonly owner: string;
  readonly name: string;
  readonly field: StandardSchemaV1;
  readonly fault: ReportIssues;
}

/** If the schema rejects a resource, tries its id instead; for a component, which has no id, its URN. */
function decodeKnown(decoding: Decoding, known: unknown): unknown {
  const { issues, value } = decode(decoding, known);
  if (issues.length === 0) return value;
  const named = withoutResources(known);
  if (named !== known) return output(named).apply((plain) => decodeKnown(decoding, plain));
  refuse(decoding.fault(issues));
  return undefined;
}

function decode({ owner, name, field }: Decoding, given: unknown): { issues: FieldIssue[]; value?: unknown } {
  let result = decodeField(owner, name, field, given);
  // Null and absent are equivalent: a schema that rejects null may accept undefined.
  if (result.issues !== undefined && given === null) result = decodeField(owner, name, field, undefined);
  if (result.issues === undefined) return { issues: [], value: result.value };
  const isMissing = (given ?? null) === null;
  return { issues: result.issues.map((issue) => fieldIssue(name, issue, isMissing, isSecretField(field))) };
}

function withoutResources(value: unknown): unknown {
  if (isResource(value)) {
    const resource = registrationOf(value);
    const name = resource.kind === "component" ? "urn" : "id";
    return outputOf({ kind: "property", resource, name, declared: true });
  }
  if (Array.isArray(value)) return changed(value, value.map(withoutResources));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).map(([key, part]) => [key, withoutResources(part)] as const);
  const parts = entries.map(([, part]) => part);
  return changed(Object.values(value), parts) === parts ? Object.fromEntries(entries) : value;
}

function changed(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.some((part, index) => part !== before[index]) ? after : before;
}

function marked(field: StandardSchemaV1, value: Output<unknown>): Output<unknown> {
  return isSecretField(field) ? secret(value) : value;
}

function refuse([first, ...rest]: readonly Diagnostic[]): void {
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}
