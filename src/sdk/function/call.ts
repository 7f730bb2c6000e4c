import type { AskExpression } from "../../model/index.js";
import { outputOf, type Output } from "../output/output.js";
import { capture } from "../recording/capture.js";
import { handedOver } from "../recording/context.js";
import { located } from "../recording/located.js";
import { CallSite } from "../recording/position.js";
import { resourceIn } from "../resource/register-options.js";
import type { Resource } from "../resource/resource.js";
import type { NamedArguments, NamedResult } from "./provider-function.js";

declare const methods: unique symbol;

/** A resource whose type has methods. It exists only for type checking: no object has this property. */
export interface Callable<Methods> {
  readonly [methods]?: Methods;
}

/** Calls a method of a resource whose class does not declare its methods. */
export function call<Result extends object = NamedResult>(
  resource: Resource & Callable<never>,
  method: string,
  args?: NamedArguments,
): Output<Result>;
/**
 * Calls a method of a resource and returns its result as an Output. The call happens once the resource and everything
 * that the arguments depend on exist. If the plan still changes one of them, the result is known after apply.
 *
 * ```ts
 * const link = coconut.call(file, "share", { hours: 2 }).url; // Output<string>
 * ```
 */
export function call<Methods, Name extends keyof Methods & string>(
  resource: Resource & Callable<Methods>,
  method: Name,
  args: ArgumentsOf<Methods[Name]>,
): Output<ResultOf<Methods[Name]>>;
export function call(resource: Resource, method: string, args: unknown = {}): Output<unknown> {
  const site = new CallSite(call);
  try {
    const callee = resourceIn(resource, "resource");
    const node: AskExpression = {
      kind: "ask",
      question: { kind: "call", method, resource: callee },
      of: handedOver(capture(args)),
      dependsOn: { kind: "reference", resource: callee },
      get position() {
        return site.position;
      },
    };
    return outputOf(node);
  } catch (error) {
    throw located(error, site);
  }
}

type ArgumentsOf<Method> = Method extends { readonly args: infer Args } ? Args : never;
type ResultOf<Method> = Method extends { readonly result: infer Result } ? Result : never;
