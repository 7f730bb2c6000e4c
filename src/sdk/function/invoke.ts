import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isOutput } from "../output/output.js";
import type { PlainShape } from "../output/shape.js";
import { capture } from "../recording/capture.js";
import { currentContext } from "../recording/context.js";
import { located } from "../recording/located.js";
import { CallSite } from "../recording/position.js";
import { assetFaceOf, isResource } from "../recording/brands.js";
import { readInvokeOptions, type InvokeOptions } from "./invoke-options.js";
import {
  functionName,
  type NamedArguments,
  type NamedResult,
  type ProviderFunction,
} from "./provider-function.js";

/** Calls a provider function by its token while the program runs. */
export function invoke<Result extends object = NamedResult>(
  token: string,
  args?: NamedArguments,
  options?: InvokeOptions,
): Promise<Result>;
/**
 * Calls a provider function with plain values while the program runs, and returns a promise of its plain result. The
 * program may branch on the result and loop over it.
 *
 * ```ts
 * const { size } = await coconut.invoke(stat, { path: "a.txt" });
 * ```
 *
 * Use `invokeOutput` for arguments that are secret or come from resources, and for a provider configuration that comes
 * from resources.
 */
export function invoke<Args, Result>(
  provided: ProviderFunction<Args, Result>,
  args: PlainShape<Args>,
  options?: InvokeOptions,
): Promise<Result>;
export function invoke(provided: unknown, args: unknown = {}, options: InvokeOptions = {}): Promise<unknown> {
  const site = new CallSite(invoke);
  return ask(provided, args, options).catch((error: unknown) => {
    throw located(error, site);
  });
}

async function ask(provided: unknown, args: unknown, options: InvokeOptions): Promise<unknown> {
  const name = functionName(provided);
  const context = currentContext();
  if (context === undefined) throw new DiagnosticError(noProgram(name.token));
  const { recorder } = context;
  const { asked, dependsOn } = readInvokeOptions(name.token, options);
  const given = capture(args);
  if (dependsOn !== undefined || !isPlain(args)) throw new DiagnosticError(notPlain(name.token));
  if (recorder.settings.invoke === undefined) throw new DiagnosticError(nobodyAnswers(name.token));
  return recorder.settings.invoke(recorder, { ...name, args: given, options: asked });
}

/** True if it contains no Output, resource or promise, not even one whose value is already known. */
function isPlain(part: unknown, seen = new Set<object>()): boolean {
  if (typeof part !== "object" || part === null || seen.has(part)) return true;
  if (isOutput(part) || isResource(part) || typeof (part as { then?: unknown }).then === "function")
    return false;
  seen.add(part);
  const inside = assetFaceOf(part)?.content ?? Object.values(part);
  return Array.isArray(inside) ? inside.every((each) => isPlain(each, seen)) : isPlain(inside, seen);
}

function notPlain(token: string): Diagnostic {
  return problem("sdk/invoke-not-plain", {
    detail: `invoke() calls ${token} while the program runs, but was given an Output, a promise, a resource or dependsOn. Their values do not exist yet.`,
    hint: `Use invokeOutput(), which waits for them and returns an Output:\n    coconut.invokeOutput(…, { … })`,
  });
}

function noProgram(token: string): Diagnostic {
  return problem("sdk/no-program", {
    detail: `invoke() of ${token} was called, but no program is running.`,
    hint: "Call it in the program that coco runs, or in the function passed to stack().",
  });
}

function nobodyAnswers(token: string): Diagnostic {
  return problem("sdk/invoke-without-engine", {
    detail: `invoke() of ${token} was called in a program that is only recorded. There is no engine that could call the provider.`,
    hint: "Run the program with coco, stack() or testStack().",
  });
}
