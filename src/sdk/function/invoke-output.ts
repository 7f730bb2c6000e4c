import type { AskExpression } from "../../model/index.js";
import { outputOf, type Output } from "../output/output.js";
import { capture } from "../recording/capture.js";
import { handedOver } from "../recording/context.js";
import { located } from "../recording/located.js";
import { CallSite } from "../recording/position.js";
import { readInvokeOptions, type InvokeOutputOptions } from "./invoke-options.js";
import {
  functionName,
  type NamedArguments,
  type NamedResult,
  type ProviderFunction,
} from "./provider-function.js";

/** Calls a provider function by its token. */
export function invokeOutput<Result extends object = NamedResult>(
  token: string,
  args?: NamedArguments,
  options?: InvokeOutputOptions,
): Output<Result>;
/**
 * Calls a provider function with values that may be Outputs, and returns its result as an Output. The call happens once
 * everything that the arguments and `dependsOn` depend on exists. If the plan still changes one of these, the result is
 * known after apply. Secret arguments make the result secret.
 *
 * ```ts
 * const size = coconut.invokeOutput(stat, { path: file.path }).size; // Output<number>
 * ```
 */
export function invokeOutput<Args, Result>(
  provided: ProviderFunction<Args, Result>,
  args: Args,
  options?: InvokeOutputOptions,
): Output<Result>;
export function invokeOutput(
  provided: unknown,
  args: unknown = {},
  options: InvokeOutputOptions = {},
): Output<unknown> {
  const site = new CallSite(invokeOutput);
  try {
    const name = functionName(provided);
    const { asked, dependsOn } = readInvokeOptions(name.token, options);
    const node: AskExpression = {
      kind: "ask",
      question: { kind: "invoke", ...name, options: asked },
      of: handedOver(capture(args)),
      ...(dependsOn && { dependsOn }),
      get position() {
        return site.position;
      },
    };
    return outputOf(node);
  } catch (error) {
    throw located(error, site);
  }
}
