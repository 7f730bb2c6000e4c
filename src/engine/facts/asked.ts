import {
  DiagnosticError,
  type Expression,
  type RecordedOptions,
  type Registration,
  type ValueObject,
} from "../../model/index.js";
import type { Dependencies, EvaluatedValue, Evaluator } from "../../program/index.js";
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
  const { inputs, options } = registration;
  const isObject = inputs.kind === "object";
  const fields = isObject ? inputs.keys.map((key, index) => [key, inputs.values[index]!] as const) : [];
  const whole = isObject ? undefined : await valueOf(inputs, evaluator);
  const entries = await Promise.all(
    fields.map(async ([field, expression]) => [field, await valueOf(expression, evaluator)] as const),
  );
  const needs = entries.flatMap(([field, { dependencies }]) =>
    [...dependencies].map((to): Need => ({ kind: "input", field, to })),
  );
  const dependsOn = options.dependsOn && (await valueOf(options.dependsOn, evaluator));
  const external = registration.externalId && (await valueOf(registration.externalId, evaluator));
  const trigger = options.replaceTrigger && (await valueOf(options.replaceTrigger, evaluator));
  const given = entries.flatMap(([field, { value }]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return {
    inputs: { ...(whole?.value as ValueObject | undefined), ...Object.fromEntries(given) },
    needs: distinctNeeds(
      [
        ...needs,
        ...[...(external?.dependencies ?? nothing)].map((to): Need => ({ kind: "input", field: "id", to })),
        ...needsOfOptions(registration, dependsOn?.dependencies ?? nothing, evaluator.registrations),
        ...needsOfFields(registration),
      ],
      registration,
    ),
    options: recordedOptions(inheritedOptions(registration), trigger?.value),
  };
}

const nothing: Dependencies = new Set();

/** The value of an expression; its problems are thrown, and end the work on this resource only. */
export async function valueOf(expression: Expression, evaluator: Evaluator): Promise<EvaluatedValue> {
  const result = await evaluator.evaluate(expression);
  if (result.ok) return result;
  const [first, ...rest] = result.diagnostics;
  throw first === undefined ? new Unanswered() : new DiagnosticError(first, ...rest);
}

/** A value comes from a resource that is not performed in this run; why that is so is reported there. */
export class Unanswered extends Error {}
