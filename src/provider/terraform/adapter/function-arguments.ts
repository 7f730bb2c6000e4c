import type { CtyObject, CtyValue } from "../../../terraform/cty/index.js";
import type { FunctionSignature } from "../../../terraform/schema/index.js";
import type { DynamicBytes } from "../protocol/index.js";
import { bytesOf } from "./session.js";

/** Returns the encoded arguments in their order. `given` are the values of the function's `parameterBlock`. */
export function argumentsOf(
  { parameters, variadic }: FunctionSignature,
  given: CtyObject,
): readonly DynamicBytes[] {
  const named = parameters.map(({ name, type }) => bytesOf(type, given.get(name) ?? null));
  const rest = variadic === undefined ? [] : ((given.get(variadic.name) ?? []) as readonly CtyValue[]);
  return [...named, ...rest.map((value) => bytesOf(variadic!.type, value))];
}
