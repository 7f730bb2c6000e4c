import {
  DiagnosticError,
  isObject,
  isSecret,
  markedLike,
  unknown,
  type Diagnostic,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { accepted } from "../providers/accepted.js";
import type { OutsidePorts } from "./engine-outside.js";
import { functionCall, functionProvider, type FunctionPorts, type Invocation } from "./function-provider.js";

/** Calls a provider function. The result is unknown while the provider's configuration is unknown. */
export async function askFunction(
  invocation: Invocation,
  value: Value,
  ports: FunctionPorts & Pick<OutsidePorts, "inTurn">,
): Promise<Value> {
  const { token } = invocation;
  const { provider, loaded } = await functionProvider(invocation, ports);
  if (!provider.ready) return unknown;
  if (provider.invoke === undefined) throw new DiagnosticError(noFunctions(token, loaded.record.name));
  const request = { token, inputs: argumentsOf(token, value) };
  const answer = await ports.inTurn(async () => provider.invoke!(functionCall(invocation, ports), request));
  return accepted(answer).outputs;
}

/** Returns the named arguments. If they are secret as a whole, each argument is secret. */
export function argumentsOf(of: string, value: Value): ValueObject {
  if (isSecret(value)) {
    const entries = Object.entries(argumentsOf(of, value.value));
    return Object.fromEntries(entries.map(([name, argument]) => [name, markedLike(value, argument)]));
  }
  if (isObject(value)) return value;
  throw new DiagnosticError(
    problem("engine/wrong-arguments", {
      detail: `The arguments of ${of} are not an object with named arguments.`,
      hint: "Pass each argument by name:\n    { path: … }",
    }),
  );
}

function noFunctions(token: string, packageName: string): Diagnostic {
  return problem("engine/not-supported", {
    detail: `The program calls ${token}, but package ${packageName} has no functions.`,
    hint: "Check the token and the version of the package.",
  });
}
