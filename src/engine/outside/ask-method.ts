import {
  DiagnosticError,
  unknown,
  type Diagnostic,
  type Question,
  type ResourceHandle,
  type Stored,
  type Value,
} from "../../model/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";
import { problem } from "../diagnostics.js";
import { accepted } from "../providers/accepted.js";
import { argumentsOf } from "./ask-function.js";
import type { OutsidePorts } from "./engine-outside.js";

/** An object of a resource, with the provider that manages it. */
export interface CallableObject {
  readonly provider: ConfiguredProvider;
  /** What state holds of it now. */
  readonly prior: Stored;
}

export type MethodQuestion = Extract<Question, { readonly kind: "call" }>;

/** What a method of a resource answers; unknown while its provider's configuration is. */
export async function askMethod(
  { method, resource }: MethodQuestion,
  value: Value,
  ports: Pick<OutsidePorts, "objectOf" | "call" | "inTurn">,
): Promise<Value> {
  const { urn, type } = resource;
  const object = await ports.objectOf(resource);
  if (object === undefined) throw new DiagnosticError(noMethods(resource, method));
  const { provider, prior } = object;
  if (!provider.ready) return unknown;
  if (provider.call === undefined) throw new DiagnosticError(noMethods(resource, method));
  const request = { type, method, prior, inputs: argumentsOf(`${method} of ${type}`, value) };
  return accepted(await ports.inTurn(async () => provider.call!(ports.call(urn), request))).outputs;
}

function noMethods({ urn, type, name }: ResourceHandle, method: string): Diagnostic {
  return problem("engine/not-offered", {
    detail: `The method ${JSON.stringify(method)} of ${type} ${JSON.stringify(name)} was called, and no provider has methods for it.`,
    hint: "A component of the program itself is an object of the program: call its own method.",
    resource: urn,
  });
}
