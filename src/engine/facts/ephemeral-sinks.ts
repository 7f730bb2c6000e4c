import {
  containsEphemeral,
  DiagnosticError,
  ephemeralPaths,
  getAt,
  getProperty,
  printPropertyPath,
  type Diagnostic,
  type Planned,
  type Registration,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** Refuses inputs of something that state records as it is given: a component, or an object that is only read. */
export function refuseInputs(registration: Registration, inputs: ValueObject): void {
  for (const field of ephemeralFields(registration, inputs))
    refuse(registration, field, ephemeralPaths(getProperty(inputs, field)));
}

/**
 * Refuses a plan that would record an ephemeral input: one that is among the planned inputs, or that the provider does not
 * call unrecorded.
 */
export function refusePlanned(registration: Registration, inputs: ValueObject, planned: Planned): void {
  for (const field of ephemeralFields(registration, inputs)) {
    const isRecorded = (path: readonly (string | number)[]) =>
      planned.unrecorded !== true || (getAt(planned.inputs, [field, ...path]) ?? null) !== null;
    refuse(registration, field, ephemeralPaths(getProperty(inputs, field)).filter(isRecorded));
  }
}

/** Refuses an option, or the id of an object that is only read. */
export function refuseOption(registration: Registration, option: string, value: Value): void {
  if (!containsEphemeral(value)) return;
  const { type, name } = registration;
  throw new DiagnosticError(
    ephemeralValue(registration, `The option ${option} of ${type} ${JSON.stringify(name)}`, option),
  );
}

/** The problem of each output of a component that is ephemeral. */
export function ephemeralOffers(component: Registration, outputs: Value): readonly Diagnostic[] {
  return ephemeralPaths(outputs).map((keys) => {
    const path = printPropertyPath(keys);
    const { type, name } = component;
    return ephemeralValue(
      component,
      `The output ${path} of the component ${type} ${JSON.stringify(name)}`,
      path,
    );
  });
}

/** Returns the problem of each ephemeral output of the stack, by the name of the output. */
export function ephemeralOutputs(outputs: Value): ReadonlyMap<string | undefined, Diagnostic> {
  return new Map(
    ephemeralPaths(outputs).map((keys) => {
      const path = printPropertyPath(keys);
      const what = keys.length === 0 ? "The outputs of the stack are" : `The output ${path} of the stack is`;
      const found = problem("engine/ephemeral-value", {
        detail: `${what} ephemeral, and state records the outputs of a stack.`,
        hint: recordable,
        ...(keys.length > 0 && { path }),
      });
      return [keys[0] === undefined ? undefined : String(keys[0]), found];
    }),
  );
}

/** Checks computed inputs only: constants are never ephemeral, and most inputs are constants. */
function ephemeralFields({ inputs }: Registration, given: ValueObject): readonly string[] {
  if (inputs.kind === "constant") return none;
  if (inputs.kind !== "object") return Object.keys(given).filter((key) => containsEphemeral(given[key]));
  return inputs.keys.filter(
    (key, index) => inputs.values[index]!.kind !== "constant" && containsEphemeral(getProperty(given, key)),
  );
}

const none: readonly string[] = [];

function refuse(
  registration: Registration,
  field: string,
  paths: readonly (readonly (string | number)[])[],
): void {
  const { type, name } = registration;
  const [first, ...rest] = paths.map((keys) => {
    const path = printPropertyPath([field, ...keys]);
    const found = ephemeralValue(registration, `The input ${path} of ${type} ${JSON.stringify(name)}`, path);
    return isMadeOver(registration) ? { ...found, hint: outside } : found;
  });
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}

/** True if a callback that was given an ephemeral value creates the resource. All its inputs are then ephemeral. */
function isMadeOver({ origin, inputs }: Registration): boolean {
  if (origin.length === 0 || inputs.kind !== "object") return false;
  return inputs.values.every((value) => value.kind === "secret" && value.ephemeral === true);
}

const outside =
  "The callback that creates the resource received an ephemeral value, so all inputs of the resource are ephemeral. Create the resource outside the callback, and pass the Output to its write-only inputs.";

function ephemeralValue({ urn, position }: Registration, what: string, path: string): Diagnostic {
  return problem("engine/ephemeral-value", {
    detail: `${what} is ephemeral, and state would record it.`,
    hint: recordable,
    resource: urn,
    path,
    ...(position && { position }),
  });
}

const recordable =
  "Pass ephemeral values only to write-only inputs and provider configuration. If the value may be stored encrypted in state, use a secret instead:\n    coconut.secret(…)";
