import {
  DiagnosticError,
  expressionsOf,
  setProperty,
  type Diagnostic,
  type Expression,
  type OptionName,
  type RecordedOptions,
  type Registration,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { Dependencies, Evaluated, EvaluatedValue, Evaluator } from "../../program/index.js";
import type { AtOnce } from "../../std/index.js";
import { refuseInputs, refuseOption } from "./ephemeral-sinks.js";
import { inheritedOptions } from "./inherited-options.js";
import { distinctNeeds, needsOfOptions, type Need } from "./needs.js";
import { needsOfFields } from "./own-fields.js";
import { recordedOptions } from "./recorded-options.js";

/** The declared inputs, options and dependencies of one resource, evaluated against one set of answers. */
export interface Asked {
  readonly inputs: ValueObject;
  readonly needs: readonly Need[];
  readonly options: RecordedOptions;
}

/** Evaluates the inputs field by field, so that each edge records the field that it comes through. */
export function askedFor(registration: Registration, evaluator: Evaluator): AtOnce<Asked> {
  const { options, externalId } = registration;
  const given = givenInputs(registration, evaluator);
  const expressions = expressionsOf(options);
  const isPlain = expressions.length === 0 && externalId === undefined;
  return isPlain && !(given instanceof Promise)
    ? asked(registration, evaluator, given, noOptions, undefined)
    : askedInTurn(registration, evaluator, given, expressions);
}

async function askedInTurn(
  registration: Registration,
  evaluator: Evaluator,
  given: AtOnce<GivenInputs>,
  expressions: ReturnType<typeof expressionsOf>,
): Promise<Asked> {
  const { externalId } = registration;
  const inputs = await given;
  const options: EvaluatedOptions = {};
  for (const [name, expression] of expressions) options[name] = await valueOf(expression, evaluator);
  const external = externalId && (await valueOf(externalId, evaluator));
  return asked(registration, evaluator, inputs, options, external);
}

type EvaluatedOptions = { [Name in OptionName]?: EvaluatedValue };

const noOptions: EvaluatedOptions = {};

function asked(
  registration: Registration,
  evaluator: Evaluator,
  { inputs, needs }: GivenInputs,
  evaluated: EvaluatedOptions,
  external: EvaluatedValue | undefined,
): Asked {
  const { kind } = registration;
  if (kind === "component" || kind === "external") refuseInputs(registration, inputs);
  if (external !== undefined) refuseOption(registration, "id", external.value);
  for (const [name, { value }] of Object.entries(evaluated)) refuseOption(registration, name, value);
  for (const to of external?.dependencies ?? nothing) needs.push({ kind: "input", field: "id", to });
  const { dependsOn } = evaluated;
  needs.push(
    ...needsOfOptions(registration, dependsOn?.dependencies ?? nothing, evaluator.childrenOf),
    ...needsOfFields(registration),
  );
  return {
    inputs,
    needs: distinctNeeds(needs, registration),
    options: recordedOptions(inheritedOptions(registration), (name) => evaluated[name]?.value),
  };
}

interface GivenInputs {
  readonly inputs: ValueObject;
  readonly needs: Need[];
}

/** Evaluates all fields concurrently: every field is requested before any is awaited. */
function givenInputs({ inputs, urn }: Registration, evaluator: Evaluator): AtOnce<GivenInputs> {
  if (inputs.kind !== "object") {
    const result = evaluator.evaluate(inputs);
    return result instanceof Promise ? result.then(wholeInputs) : wholeInputs(result);
  }
  const demanded = inputs.values.map((expression) => evaluator.evaluate(expression));
  const given: { [field: string]: Value } = {};
  const needs: Need[] = [];
  const take = (index: number, result: Evaluated) => {
    const field = inputs.keys[index]!;
    const { value, dependencies } = successOf(result, urn, field);
    for (const to of dependencies) needs.push({ kind: "input", field, to });
    if (value !== undefined) setProperty(given, field, value);
  };
  return inTurn(demanded, take, { inputs: given, needs });
}

function wholeInputs(result: Evaluated): GivenInputs {
  return { inputs: successOf(result).value as ValueObject, needs: [] };
}

/** Maps the items in order; synchronously, as long as there is nothing to wait for. */
function inTurn<Item, Result>(
  items: readonly AtOnce<Item>[],
  take: (index: number, item: Item) => void,
  result: Result,
  from = 0,
): AtOnce<Result> {
  for (let index = from; index < items.length; index++) {
    const item = items[index]!;
    if (item instanceof Promise)
      return item.then((settled: Item) => {
        take(index, settled);
        return inTurn(items, take, result, index + 1);
      });
    take(index, item);
  }
  return result;
}

const nothing: Dependencies = new Set();

/** Returns the value of an expression. Throws its problems, which stop only the work on this resource. */
export async function valueOf(expression: Expression, evaluator: Evaluator): Promise<EvaluatedValue> {
  return successOf(await evaluator.evaluate(expression));
}

function successOf(result: Evaluated, resource?: string, path = ""): EvaluatedValue {
  if (result.ok) return result;
  const [first, ...rest] = result.diagnostics.map((each) =>
    resource === undefined ? each : placed(each, { resource, path }),
  );
  throw first === undefined ? new Unanswered() : new DiagnosticError(first, ...rest);
}

type Field = Required<Pick<Diagnostic, "resource" | "path">>;

/**
 * Adds the position of the first input that a problem was met in, if the problem has none: an asset has no position. A
 * promise may know where it was rejected, but not where it was passed.
 */
function placed(diagnostic: Diagnostic, field: Field): Diagnostic {
  const isPlaced = diagnostic.position !== undefined && diagnostic.code !== "program/promise-rejected";
  if (diagnostic.resource !== undefined || isPlaced) return diagnostic;
  const known = places.get(diagnostic) ?? { ...diagnostic, ...field };
  places.set(diagnostic, known);
  return known;
}

const places = new WeakMap<Diagnostic, Diagnostic>();

/** Returns the diagnostic with the position where it was met, if any. */
export function withPlace(diagnostic: Diagnostic): Diagnostic {
  return places.get(diagnostic) ?? diagnostic;
}

/** Thrown if a value comes from a resource that this run does not perform. The reason is reported at that resource. */
export class Unanswered extends Error {}
