import {
  containsSecret,
  getProperty,
  whollySecret,
  type Diagnostic,
  type ValueObject,
} from "../../../model/index.js";
import type { ProviderCall } from "../../contract/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { decodeAnswer } from "../field/decode-fields.js";
import { answerProblem, outputProblems } from "../field/field-problems.js";

/** The decoded result of a hook, and its problems. */
export interface HookAnswer {
  readonly id: string | undefined;
  readonly outputs: ValueObject;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decodes the outputs that a hook returned. An output with the name of an input is secret where the input is. An output
 * in `echoes` is secret as a whole if the arguments of the hook (`seen`) contain a secret.
 */
export function outputsFrom(
  call: Pick<ProviderCall, "urn">,
  defined: DefinedResource,
  hook: string,
  answer: unknown,
  inputs: ValueObject,
  seen: readonly ValueObject[] = [inputs],
): Omit<HookAnswer, "id"> {
  const { type } = defined;
  if (!isRecord(answer)) {
    const diagnostic = answerProblem(
      call,
      type,
      hook,
      `returned ${describeKind(answer)} instead of outputs.`,
    );
    return { outputs: {}, diagnostics: [diagnostic] };
  }
  const secretAs = (field: string) =>
    isEchoOfSecret(defined, field, seen) ? whollySecret : getProperty(inputs, field);
  const { values, issues } = decodeAnswer(type, defined.outputs, answer, secretAs);
  return { outputs: values, diagnostics: outputProblems(call, type, hook, issues) };
}

/** Decodes a result of the form `{ id, outputs }`. */
export function identifiedFrom(
  call: Pick<ProviderCall, "urn">,
  defined: DefinedResource,
  hook: string,
  answer: unknown,
  inputs: ValueObject,
  seen: readonly ValueObject[] = [inputs],
): HookAnswer {
  const { type } = defined;
  if (!isRecord(answer)) {
    const fault = `returned ${describeKind(answer)} instead of { id, outputs }.`;
    return { id: undefined, outputs: {}, diagnostics: [answerProblem(call, type, hook, fault)] };
  }
  const id = partOf(answer, "id");
  const { outputs, diagnostics } = outputsFrom(call, defined, hook, partOf(answer, "outputs"), inputs, seen);
  if (isId(id)) return { id, outputs, diagnostics };
  const fault = `returned ${describeKind(id)} as id. An id must be a non-empty string.`;
  return { id: undefined, outputs, diagnostics: [answerProblem(call, type, hook, fault), ...diagnostics] };
}

export function isEchoOfSecret(
  { echoes = [] }: DefinedResource,
  field: string,
  seen: readonly ValueObject[],
): boolean {
  return echoes.includes(field) && seen.some(containsSecret);
}

/** Returns undefined if reading the property throws. */
function partOf(answer: { readonly [key: string]: unknown }, name: string): unknown {
  try {
    return answer[name];
  } catch {
    return undefined;
  }
}

export function isId(id: unknown): id is string {
  return typeof id === "string" && id !== "";
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Describes the kind of a value. Never includes the value, which may be secret. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  return typeof value === "string"
    ? "a string"
    : typeof value === "object"
      ? "an object"
      : `a ${typeof value}`;
}
