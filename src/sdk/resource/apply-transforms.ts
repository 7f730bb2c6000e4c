import {
  DiagnosticError,
  optionsWhere,
  type Diagnostic,
  type RegisteredOptions,
  type Registration,
  type ResourceKind,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isOutput } from "../output/output.js";
import { inheritedByTransforms } from "./inherited-by-transforms.js";
import { registerOptions } from "./register-options.js";
import { isResource } from "../recording/brands.js";
import type { ResourceOptions, ResourceTransform, TransformRequest } from "./resource-options.js";

/** A resource under construction, as the program declared it. */
export interface Untransformed {
  readonly resource: object;
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  readonly parent: Registration | undefined;
  readonly args: unknown;
  readonly options: ResourceOptions;
  /** The options after registration. */
  readonly registered: RegisteredOptions;
}

/** True if any transform applies. Most resources have none, and pay nothing for them. */
export function hasTransforms(
  { transforms }: RegisteredOptions,
  parent: Registration | undefined,
  ofStack: readonly Transform[],
): boolean {
  if (transforms !== undefined || ofStack.length > 0) return true;
  for (let each = parent; each !== undefined; each = each.parent)
    if (each.options.transforms !== undefined) return true;
  return false;
}

/**
 * Runs all transforms: those of the resource, then those of its ancestors from the nearest, then those of the stack.
 */
export function applyTransforms(
  asked: Untransformed,
  ofStack: readonly Transform[],
): { readonly args: unknown; readonly options: RegisteredOptions } {
  const transforms = transformsFor(asked, ofStack);
  if (!isRecord(asked.args)) return { args: asked.args, options: asked.registered };
  const { resource, type, name } = asked;
  let args: TransformRequest["args"] = { ...asked.args };
  let options: ResourceOptions = { ...inheritedByTransforms(asked), ...asked.options };
  for (const { transform, whose } of transforms) {
    const request = { resource, type, name, args, options } as TransformRequest;
    const answer = readAnswer((transform as ResourceTransform)(request), asked, whose);
    if (answer.args !== undefined) args = answer.args;
    if (answer.options !== undefined) options = keepingIdentity(answer.options, asked, whose);
  }
  return { args, options: registerOptions(options) };
}

/** A transform as recorded. Its precise type exists only for programs. */
type Transform = (...parameters: never[]) => unknown;

interface Whose {
  readonly transform: Transform;
  /** The owner of the transform, for messages. */
  readonly whose: string;
}

function transformsFor({ registered, parent }: Untransformed, ofStack: readonly Transform[]): Whose[] {
  const found: Whose[] = [];
  for (const transform of registered.transforms ?? []) found.push({ transform, whose: "its own" });
  for (let each = parent; each !== undefined; each = each.parent) {
    for (const transform of each.options.transforms ?? [])
      found.push({ transform, whose: `inherited from ${each.type} ${JSON.stringify(each.name)}` });
  }
  for (const transform of ofStack) found.push({ transform, whose: "set with registerTransform()" });
  return found;
}

interface Answer {
  readonly args?: TransformRequest["args"];
  readonly options?: ResourceOptions;
}

function readAnswer(answer: unknown, asked: Untransformed, whose: string): Answer {
  if (answer === undefined) return {};
  if (isThenable(answer)) {
    answer.then(undefined, () => undefined);
    throw new DiagnosticError(asynchronous(asked, whose));
  }
  if (!isRecord(answer)) throw new DiagnosticError(badAnswer(asked, whose, "a value that is not an object"));
  const { args, options, ...others } = answer;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined)
    throw new DiagnosticError(badAnswer(asked, whose, `an object with the key ${JSON.stringify(stranger)}`));
  if (args !== undefined && !isRecord(args))
    throw new DiagnosticError(badAnswer(asked, whose, "args that are not an object"));
  if (options !== undefined && !isRecord(options))
    throw new DiagnosticError(badAnswer(asked, whose, "options that are not an object"));
  return answer;
}

/** Keeps the options that identify the resource. A transform may repeat them, but not change them. */
function keepingIdentity(options: ResourceOptions, asked: Untransformed, whose: string): ResourceOptions {
  const before = Object.fromEntries(identity.map((key) => [key, asked.options[key]]));
  const moved = identity.find((key) => options[key] !== undefined && options[key] !== before[key]);
  if (moved !== undefined)
    throw new DiagnosticError(badAnswer(asked, whose, `another ${moved}, which identifies the resource`));
  return { ...options, ...before };
}

const identity: readonly (keyof ResourceOptions)[] = [
  "parent",
  ...optionsWhere((option) => option.identity === true),
];

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null || isOutput(value) || isResource(value)) return false;
  return !Array.isArray(value);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return !isOutput(value) && typeof (value as { then?: unknown } | null)?.then === "function";
}

function asynchronous({ type, name }: Untransformed, whose: string): Diagnostic {
  return problem("sdk/async-transform", {
    detail: `A transform of ${type} ${JSON.stringify(name)} (${whose}) returned a promise. A resource is complete when its constructor returns, so transforms must be synchronous.`,
    hint: "Make the transform a synchronous function. To use the value of a promise, put coconut.output(promise) into the arguments.",
  });
}

function badAnswer({ type, name }: Untransformed, whose: string, found: string): Diagnostic {
  return problem("sdk/bad-transform", {
    detail: `A transform of ${type} ${JSON.stringify(name)} (${whose}) returned ${found}.`,
    hint: "Return the changed args and options, or nothing:\n    ({ args, options }) => ({ args: { ...args, … }, options: { ...options, … } })",
  });
}
