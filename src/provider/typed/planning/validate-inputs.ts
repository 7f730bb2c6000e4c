import { printPropertyPath, type Diagnostic, type Stored, type ValueObject } from "../../../model/index.js";
import type { AtOnce } from "../../../std/index.js";
import type { ProviderCall } from "../../contract/index.js";
import type { Violation } from "../../hook-calls.js";
import type { DefinedResource } from "../../resource-type.js";
import { problem } from "../diagnostics.js";
import { about, runHook, type Connection } from "../hook/hook-runner.js";
import { toPlainFields } from "../field/plain.js";

/** Returns all problems that `validate` of the type finds in known inputs. */
export function validateInputs(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  inputs: ValueObject,
  prior: Stored | undefined,
): AtOnce<readonly Diagnostic[]> {
  const { validate } = defined;
  return validate === undefined ? nothing : validated(call, defined, validate, connection, inputs, prior);
}

const nothing: readonly Diagnostic[] = [];

async function validated(
  call: ProviderCall,
  { type }: DefinedResource,
  validate: NonNullable<DefinedResource["validate"]>,
  connection: Connection,
  inputs: ValueObject,
  prior: Stored | undefined,
): Promise<readonly Diagnostic[]> {
  const seen = prior === undefined ? [inputs] : [inputs, prior.inputs, prior.outputs];
  const result = await runHook({ type, hook: "validate" }, connection, call, seen, (common) =>
    validate({
      ...common,
      inputs: toPlainFields(inputs),
      prior: prior && { inputs: toPlainFields(prior.inputs), outputs: toPlainFields(prior.outputs) },
    }),
  );
  if (!result.ok) return result.diagnostics;
  return violationsIn(result.answer).map((violation) => {
    const { field, message } =
      typeof violation === "string" ? { field: undefined, message: violation } : violation;
    return problem("provider/invalid-input", {
      detail: `${field === undefined ? type : `${printPropertyPath([field])} of ${type}`} is invalid. ${result.mask(message)}`,
      hint: "The message comes from the provider. Correct the input where the program creates the resource.",
      ...about(call),
      ...(field !== undefined && { path: printPropertyPath([field]) }),
    });
  });
}

function violationsIn(
  answer: Violation<string> | readonly Violation<string>[] | void,
): readonly Violation<string>[] {
  if (answer === undefined || answer === null) return [];
  return Array.isArray(answer) ? answer : [answer as Violation<string>];
}
