import {
  DiagnosticError,
  type Diagnostic,
  type Expression,
  type RecordedOptions,
  type Registration,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { Dependencies, Evaluated, EvaluatedValue, Evaluator } from "../../program/index.js";
import { inheritedOptions } from "./inherited-options.js";
import { distinctNeeds, needsOfOptions, type Need } from "./needs.js";
import { needsOfFields } from "./own-fields.js";
import { recordedOptions } from "./recorded-options.js";

/** What the program asks for with one resource, evaluated against one set of answers. */
export interface Asked {
  readonly inputs: ValueObject;
  readonly needs: readonly Need[];
  readonly options: RecordedOptions;
}

/** Evaluates inputs field by field, so that each edge knows the field that it comes through. */
export async function askedFor(registration: Registration, evaluator: Evaluator): Promise<Asked> {
  const { options } = registration;
  const needs: Need[] = [];
  const given = await givenInputs(registration, evaluator, needs);
  const dependsOn = options.dependsOn && (await valueOf(options.dependsOn, evaluator));
  const external = registration.externalId && (await valueOf(registration.externalId, evaluator));
  const trigger = options.replaceTrigger && (await valueOf(options.replaceTrigger, evaluator));
  for (const to of external?.dependencies ?? nothing) needs.push({ kind: "input", field: "id", to });
  needs.push(
    ...needsOfOptions(registration, dependsOn?.dependencies ?? nothing, evaluator.childrenOf),
    ...needsOfFields(registration),
  );
  return {
    inputs: given,
    needs: distinctNeeds(needs, registration),
    options: recordedOptions(inheritedOptions(registration), trigger?.value),
  };
}

/** All fields are demanded before any is waited for. */
async function givenInputs(
  { inputs, urn }: Registration,
  evaluator: Evaluator,
  needs: Need[],
): Promise<ValueObject> {
  if (inputs.kind !== "object") return (await valueOf(inputs, evaluator)).value as ValueObject;
  const demanded = inputs.values.map((expression) => evaluator.evaluate(expression));
  const given: [string, Value][] = [];
  for (const [index, field] of inputs.keys.entries()) {
    const result = demanded[index]!;
    const settled = result instanceof Promise ? await result : result;
    const { value, dependencies } = successOf(settled, { resource: urn, path: field });
    for (const to of dependencies) needs.push({ kind: "input", field, to });
    if (value !== undefined) given.push([field, value]);
  }
  return Object.fromEntries(given);
}

const nothing: Dependencies = new Set();

/** The value of an expression; its problems are thrown, and end the work on this resource only. */
export async function valueOf(expression: Expression, evaluator: Evaluator): Promise<EvaluatedValue> {
  return successOf(await evaluator.evaluate(expression));
}

function successOf(result: Evaluated, field?: Field): EvaluatedValue {
  if (result.ok) return result;
  const [first, ...rest] = result.diagnostics.map((each) =>
    field === undefined ? each : placed(each, field),
  );
  throw first === undefined ? new Unanswered() : new DiagnosticError(first, ...rest);
}

type Field = Required<Pick<Diagnostic, "resource" | "path">>;

/** What does not know its place, as an asset or a promise, has that of the first input that it was met in. */
function placed(diagnostic: Diagnostic, field: Field): Diagnostic {
  if (diagnostic.resource !== undefined || diagnostic.position !== undefined) return diagnostic;
  const known = places.get(diagnostic) ?? { ...diagnostic, ...field };
  places.set(diagnostic, known);
  return known;
}

const places = new WeakMap<Diagnostic, Diagnostic>();

/** The same with the place that it was met in, if it was. */
export function placeOf(diagnostic: Diagnostic): Diagnostic {
  return places.get(diagnostic) ?? diagnostic;
}

/** A value comes from a resource that is not performed in this run; why that is so is reported there. */
export class Unanswered extends Error {}
